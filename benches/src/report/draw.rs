//! Curves as drawings.

use std::io;
use std::ops::Range;

use plotters::prelude::*;

use crate::figures::Curve;

const SIZE: (u32, u32) = (720, 400);

const COLOURS: [RGBColor; 6] = [
    RGBColor(31, 119, 180),
    RGBColor(214, 39, 40),
    RGBColor(44, 160, 44),
    RGBColor(148, 103, 189),
    RGBColor(255, 127, 14),
    RGBColor(90, 90, 90),
];

/// Draws a curve: as SVG, x on a logarithmic axis, y from zero.
///
/// # Errors
/// There is no point in it, or one that has no place on the axes.
pub fn draw(curve: &Curve) -> io::Result<String> {
    let mut drawing = String::new();
    plot(curve, &mut drawing)
        .map_err(|error| io::Error::other(format!("`{}` cannot be drawn: {error}", curve.name)))?;
    Ok(drawing)
}

fn plot(curve: &Curve, drawing: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let (x, y) = ranges(curve).ok_or("a point has no place on the axes")?;
    let root = SVGBackend::with_string(drawing, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(&curve.title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(x.log_scale(), y)?;
    chart
        .configure_mesh()
        .x_desc(&curve.x)
        .y_desc(&curve.y)
        .x_label_formatter(&label)
        .light_line_style(WHITE)
        .draw()?;
    for (series, colour) in curve.series.iter().zip(COLOURS.iter().cycle()) {
        let points = || series.points.iter().copied();
        chart.draw_series(LineSeries::new(points(), colour.stroke_width(2)))?;
        chart
            .draw_series(points().map(|point| Circle::new(point, 4, colour.filled())))?
            .label(&series.name)
            .legend(move |at| Circle::new(at, 4, colour.filled()));
    }
    chart
        .configure_series_labels()
        .background_style(WHITE)
        .border_style(RGBColor(200, 200, 200))
        .position(SeriesLabelPosition::UpperLeft)
        .draw()?;
    root.present()?;
    Ok(())
}

/// Both axes, a little longer than the points need.
fn ranges(curve: &Curve) -> Option<(Range<f64>, Range<f64>)> {
    let points = || curve.series.iter().flat_map(|series| &series.points);
    let sound = points().all(|(x, y)| *x > 0.0 && x.is_finite() && *y >= 0.0 && y.is_finite());
    let low = points().map(|(x, _)| *x).min_by(f64::total_cmp)?;
    let high = points().map(|(x, _)| *x).max_by(f64::total_cmp)?;
    let top = points().map(|(_, y)| *y).max_by(f64::total_cmp)?;
    // Above the curves is the legend.
    let room = 1.15 + 0.08 * curve.series.len() as f64;
    let top = top.max(f64::MIN_POSITIVE) * room;
    sound.then_some((low * 0.8..high * 1.25, 0.0..top))
}

/// Labels of a logarithmic axis: all of 1, 2, 3… would run into each other.
fn label(x: &f64) -> String {
    let text = x.to_string();
    match text.trim_end_matches('0') {
        "1" | "2" | "5" => text,
        _ => String::new(),
    }
}
