//! The schemas against documents: what loads is valid, and of what is broken the loader refuses at least what the
//! published schemas refuse, and all that ours refuse.

#[path = "schema/mutate.rs"]
mod mutate;
#[path = "schema/pack.rs"]
mod pack;

use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use oar_compiler::schema::{Kind, any, schema};
use pack::Pack;
use serde_json::Value;

/// Every so many fixtures are broken in every way; all of them take minutes.
const STRIDE: usize = 48;

fn validator(schema: &Value) -> Validator {
    jsonschema::validator_for(schema).expect("a schema is a schema")
}

/// Our schemas, each made once.
struct Ours {
    plain: Vec<(Kind, Validator)>,
    any: Validator,
}

impl Ours {
    fn new() -> Self {
        Self {
            plain: Kind::ALL
                .map(|kind| (kind, validator(&schema(kind, None))))
                .into(),
            any: validator(&any(None)),
        }
    }

    /// Those that a document of this kind has to pass; a rule passes the schema of its host as well.
    fn of<'a>(&'a self, kind: Kind, host: Option<&'a Validator>) -> Vec<&'a Validator> {
        let plain = self.plain.iter().filter(|(of, _)| *of == kind);
        let host = host.filter(|_| kind == Kind::Rule);
        plain
            .map(|(_, validator)| validator)
            .chain([&self.any])
            .chain(host)
            .collect()
    }
}

/// The schema of rules on the pack's host.
fn hosted(pack: &Pack) -> Option<Validator> {
    let host = pack.host()?;
    Some(validator(&schema(Kind::Rule, Some(&host))))
}

fn shared(folder: &str) -> Option<PathBuf> {
    let found = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|parent| parent.join("shared").join(folder))
        .find(|folder| folder.is_dir());
    if found.is_none() {
        eprintln!("not run: ../shared/{folder} is not there");
    }
    found
}

fn fixtures(folder: &Path) -> Vec<(String, Pack)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder reads")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let fixture: Value = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        let name = path.file_stem()?.to_string_lossy().into_owned();
        Some((name, Pack::of_fixture(&fixture)?))
    };
    paths.iter().filter_map(read).collect()
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn assert_valid(name: &str, pack: &Pack, ours: &Ours) {
    let host = hosted(pack);
    for kind in Kind::ALL {
        for (number, validator) in ours.of(kind, host.as_ref()).into_iter().enumerate() {
            for document in pack.documents(kind) {
                let found: Vec<String> = validator
                    .iter_errors(document)
                    .map(|error| error.to_string())
                    .collect();
                assert!(
                    found.is_empty(),
                    "{name}, schema {number}: {found:#?}\n{document:#}"
                );
            }
        }
    }
}

#[test]
fn what_loads_is_valid() {
    let mut folders = vec![repository().join("tests/conformance")];
    folders.extend(shared("oar-conformance"));
    let ours = Ours::new();
    let mut count = 0;
    for (name, pack) in folders.iter().flat_map(|folder| fixtures(folder)) {
        if pack.loads() {
            count += 1;
            assert_valid(&name, &pack, &ours);
        }
    }
    assert!(count > 500, "{count} fixtures load");
}

#[test]
fn the_examples_are_valid() {
    let mut folders: Vec<PathBuf> = fs::read_dir(repository().join("examples"))
        .expect("examples are there")
        .map(|entry| entry.expect("readable").path().join("packs"))
        .filter(|folder| folder.is_dir())
        .collect();
    if let Some(packs) = shared("packs") {
        folders.push(packs.join("portable-pack"));
        folders.push(packs.join("agent-runtime"));
    }
    assert!(folders.len() >= 2);
    let ours = Ours::new();
    for folder in folders {
        let pack = Pack::of_folder(&folder);
        assert!(pack.loads(), "{}", folder.display());
        assert_valid(&folder.display().to_string(), &pack, &ours);
    }
}

#[test]
fn what_ours_refuse_does_not_load() {
    let ours = Ours::new();
    let mut refused = 0;
    for (name, pack) in sample() {
        let host = hosted(&pack);
        for kind in Kind::ALL {
            let validators = ours.of(kind, host.as_ref());
            pack.broken(kind, |broken, document| {
                if validators
                    .iter()
                    .all(|validator| validator.is_valid(document))
                {
                    return;
                }
                refused += 1;
                assert!(!broken.loads(), "{name} loads with\n{document:#}");
            });
        }
    }
    assert!(refused > 5_000, "{refused} were refused");
}

#[test]
fn what_the_published_schemas_refuse_neither_loads_nor_passes_ours() {
    let Some(folder) = shared("oar-schemas") else {
        return;
    };
    let mut refused = 0;
    for (kind, file) in [
        (Kind::Rule, "oar.schema.json"),
        (Kind::Capability, "oar-capability.schema.json"),
        (Kind::Config, "oar-config.schema.json"),
    ] {
        let published: Value =
            serde_json::from_slice(&fs::read(folder.join(file)).expect("it reads")).expect("JSON");
        let published = validator(&published);
        let own = validator(&schema(kind, None));
        for (name, pack) in sample() {
            pack.broken(kind, |broken, document| {
                if published.is_valid(document) {
                    return;
                }
                refused += 1;
                assert!(!broken.loads(), "{name} loads with\n{document:#}");
                // That each core anchor stands exactly once is left to the loader.
                let anchors = published
                    .iter_errors(document)
                    .all(|error| error.instance_path().to_string() == "/anchors");
                assert!(
                    anchors || !own.is_valid(document),
                    "{name} passes with\n{document:#}"
                );
            });
        }
    }
    assert!(refused > 5_000, "{refused} were refused");
}

/// Packs that load, to be broken: some of the fixtures, and one with every member there is.
fn sample() -> Vec<(String, Pack)> {
    let all = fixtures(&repository().join("tests/conformance"));
    let mut sample: Vec<(String, Pack)> = all
        .into_iter()
        .step_by(STRIDE)
        .filter(|(_, pack)| pack.loads())
        .collect();
    let full = Pack::full();
    assert!(full.loads());
    sample.push(("the full pack".to_owned(), full));
    sample
}
