//! The headers: of a specification, or of its modules.

use crate::analysis::modules::Modules;
use crate::codec::c::checks::check::Checks;
use crate::codec::c::checks::compare::Equals;
use crate::codec::c::declare::Declare;
use crate::codec::c::files::file::File;
use crate::codec::c::text::Protocol;
use crate::lang::c::names::{claim, word};
use crate::lang::scope::Scope;
use crate::Writer;

/// Files that don't belong to a module.
const OTHERS: [&str; 4] = ["forward", "internal", "json", "path"];

/// The version of the runtime's headers that the output requires.
const RUNTIME_VERSION: u32 = 1;

impl<'a> File<'a> {
    /// The header of a specification in one file.
    pub fn header(&self, hash: u64, protocols: &[Protocol]) -> Writer {
        let mut w = Writer::new();
        self.begin_header(&mut w, &self.about(&self.modules()), "", &self.runtime(hash));
        self.declare().forward(&mut w);
        self.declare().all(&mut w);
        self.roots(&mut w);
        for (decoder, encoder, _) in protocols.iter().flat_map(Protocol::signatures) {
            w.line(format!("{decoder};"));
            w.line(format!("{encoder};"));
        }
        for peek in protocols.iter().filter_map(Protocol::peek_signature) {
            w.line("");
            w.line(
                "/* Reads only the head of a message: its version and sender, even if the rest is broken. */",
            );
            w.line(format!("{peek};"));
        }
        end_header(&mut w);
        w
    }

    /// The header that all headers of modules depend on.
    pub fn forward(&self, hash: u64) -> Writer {
        let mut w = Writer::new();
        let about = format!(
            "Declares all structs, so that module headers can point to them; see {}.h.",
            self.options.name
        );
        self.begin_header(&mut w, &about, "forward", &self.runtime(hash));
        self.declare().forward(&mut w);
        end_header(&mut w);
        w
    }

    /// The header of a module.
    pub fn module_header(&self, modules: &Modules, module: usize) -> Writer {
        let mut w = Writer::new();
        let name = &self.options.name;
        let mut includes = format!("#include \"{name}_forward.h\"");
        for other in modules.includes(module) {
            includes += &format!("\n#include \"{name}_{}.h\"", modules.word(other));
        }
        let about = self.about(&modules.titles(module));
        self.begin_header(&mut w, &about, modules.word(module), &includes);
        self.declare().all(&mut w);
        self.roots(&mut w);
        end_header(&mut w);
        w
    }

    /// The header that includes those of all modules.
    pub fn umbrella(&self, modules: &Modules) -> Writer {
        let mut w = Writer::new();
        let (name, guard) = (&self.options.name, self.guard());
        w.block(
            &[("modules", &self.modules().join(", ")), ("guard", &guard)],
            r#"
            /* Types, decoders and encoders of $modules$, and everything they use.
             *
             * Written by wireglot; changes will be lost.
             */
            #ifndef $guard$
            #define $guard$

            "#,
        );
        w.line("");
        modules.all().for_each(|at| w.line(format!("#include \"{name}_{}.h\"", modules.word(at))));
        w.line("");
        w.line("#endif");
        w
    }

    /// The modules of roots.
    fn modules(&self) -> Vec<&'a str> {
        let mut list: Vec<&str> = self.shape.roots.iter().map(|r| r.module.as_str()).collect();
        list.dedup();
        list
    }

    fn about(&self, modules: &[&str]) -> String {
        format!("Types, decoders and encoders of {}.", modules.join(", "))
    }

    fn declare(&self) -> Declare<'a> {
        let File { shape, layout, names, options, part, .. } = *self;
        Declare { shape, layout, names, options, part }
    }

    /// Includes the runtime, and defines a macro that tells apart files that don't belong together.
    fn runtime(&self, hash: u64) -> String {
        format!(
            "#include \"wireglot/core.h\"\n\n#if WG_RUNTIME_VERSION != {RUNTIME_VERSION}\n\
             #error \"this file was written for another version of the wireglot runtime\"\n#endif\n\n\
             /* Identifies the specification; header and source must come from the same one. */\n\
             #define {} 1",
            self.stamp(hash)
        )
    }

    /// Declares the functions of roots.
    fn roots(&self, w: &mut Writer) {
        for at in (0..self.shape.roots.len()).filter(|at| self.part.has_root(*at)) {
            for plan in self.plans {
                w.line(format!("{};", self.decoder(plan, at)));
                w.line(format!("{};", self.encoder(plan, at)));
                self.most(w, plan, at);
            }
            w.line(format!("{};", Checks::signature(self.names.root(at))));
            w.line(format!("{};", Equals::signature(self.names.root(at))));
        }
    }

    /// Begins a header; `what` is the suffix of the file's name.
    pub fn begin_header(&self, w: &mut Writer, about: &str, what: &str, includes: &str) {
        let guard = match what {
            "" => self.guard(),
            what => format!("{}_{}_H", self.guard().trim_end_matches("_H"), what.to_ascii_uppercase()),
        };
        w.block(
            &[("about", about), ("guard", &guard), ("includes", includes)],
            r#"
            /* $about$
             *
             * Written by wireglot; changes will be lost. Slices point into the input or the arena; both must
             * outlive the values. Every function may be called from any thread.
             */
            #ifndef $guard$
            #define $guard$

            $includes$

            #ifdef __cplusplus
            extern "C" {
            #endif

            "#,
        );
        w.line("");
    }
}

/// Ends a header.
pub fn end_header(w: &mut Writer) {
    w.block(
        &[],
        r#"

        #ifdef __cplusplus
        }
        #endif

        #endif
        "#,
    );
}

/// The suffixes of the file names of modules; no two are equal if case is ignored.
pub fn file_names(modules: &[String]) -> Vec<String> {
    let mut scope = Scope::with(OTHERS);
    let mut file = |module: &str| {
        let word = word(module);
        let claimed = claim(&mut scope, word.to_ascii_lowercase(), &[]);
        format!("{word}{}", &claimed[word.len()..])
    };
    modules.iter().map(|module| file(module)).collect()
}
