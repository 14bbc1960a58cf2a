//! Packs of up to ten thousand rules, compiled for the host that they are measured with.
//!
//! | module | what |
//! |---|---|
//! | [`grow`] | writes packs of any size |
//! | [`host`] | the host they assume |
//!
//! The other modules are packs of the size they are named after. In a build that is not optimized the largest have a
//! hundred rules: such a build checks that this compiles, and measures nothing.

pub mod grow;
pub mod host;

use oar::{Outcome, Session};

use host::Call;

/// Compiled packs, each with a function that is not generic, so that whoever measures it compiles none of it again.
macro_rules! packs {
    ($($(#[$doc:meta])* $name:ident = $file:literal;)*) => {
        $(
            $(#[$doc])*
            pub mod $name {
                oar::include_generated!($file);

                impl HostFacts for super::Call<'_> {
                    #[inline]
                    fn example_change_window(&self) -> oar::Observed<bool> {
                        Ok(self.change_window)
                    }
                }

                impl Detectors for super::Call<'_> {
                    #[inline]
                    fn credentials(&self) -> Result<oar::Report, oar::DetectorError> {
                        Ok(oar::Report::new())
                    }
                }

                /// Decides a call.
                pub fn decide(policy: &Policy, call: &super::Call<'_>, session: &mut super::Session) -> super::Outcome {
                    policy.tool_pre_invoke(call, session)
                }
            }
        )*
    };
}

packs! {
    /// Ten rules, five of which a call selects.
    by_tool_10 = "by_tool_10";
    /// A hundred rules, five of which a call selects.
    by_tool_100 = "by_tool_100";
    /// A thousand rules, five of which a call selects.
    by_tool_1000 = "by_tool_1000";
    /// Ten thousand rules, five of which a call selects.
    by_tool_10000 = "by_tool_10000";
    /// A hundred rules, all of which a call selects.
    everywhere_100 = "everywhere_100";
    /// A thousand rules, all of which a call selects.
    everywhere_1000 = "everywhere_1000";
    /// Ten rules that need no more than a condition, all of which a call selects.
    everywhere_plain_10 = "everywhere_plain_10";
    /// A hundred of them.
    everywhere_plain_100 = "everywhere_plain_100";
    /// A thousand of them.
    everywhere_plain_1000 = "everywhere_plain_1000";
}
