//! A host may give the dependency another name, in either way in.

use rules::{Effect, Session, json::Occurrence};

mod included {
    rules::include_rules![
        "packs/rules.yaml",
        capability = "packs/capability.yaml",
        crate = rules,
        json = true,
        allow = ["warnings"]
    ];
}

/// A path into the host's own modules will do.
mod through_a_module {
    rules::include_rules![
        "packs/rules.yaml",
        capability = "packs/capability.yaml",
        crate = crate::vendor::guard,
        json = true,
        allow = ["warnings"]
    ];
}

mod generated {
    rules::include_generated!("generated");
}

mod vendor {
    pub(crate) use ::rules as guard;
}

#[test]
fn generated_code_finds_the_crate() {
    let (host, mut session) = (Occurrence::new(), Session::new("s"));
    let outcomes = [
        included::Policy::new().model_output(&host, &mut session),
        through_a_module::Policy::new().model_output(&host, &mut session),
        generated::Policy::new().model_output(&host, &mut session),
    ];
    for outcome in outcomes {
        assert_eq!(outcome.effect(), Effect::Warn);
    }
}
