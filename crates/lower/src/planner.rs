//! Code shared by all rule sets for making a plan: routines and table rows are made once, keys get
//! registers, and unnamed types are inlined into the routine that uses them.

use std::collections::{HashMap, HashSet, VecDeque};
use std::rc::Rc;

use wireglot_diag::Diagnostics;
use wireglot_model::{Kind, Model, TypeId};
use wireglot_plan::{
    by_first, Contained, Contents, First, Group, Item, KeyPath, Leaf, Node, Op, OpenShape, Plan, Record,
    Register, RegisterId, Routine, RoutineId, RowsId, Rules, Select, Shape, ShapeId, ShapeKind, TableId,
    TableRows, Target,
};
use wireglot_text::Span;

use crate::ber::Firsts;
use crate::fault::Fault;

/// The layout of types under one set of rules. An instance is used for one plan and may cache
/// results.
pub(crate) trait RuleSet {
    /// The leaf that reads an open type as bytes.
    fn opaque(&self) -> Leaf;

    /// The complete encoding of a component, an element or a whole message.
    fn node(&self, planner: &mut Planner, ty: TypeId, shape: ShapeId) -> Node;

    /// The contents of a type with parts; the caller adds the frame. `ty` is the end of its chain,
    /// or the constrained link above it.
    fn body(&self, planner: &mut Planner, ty: TypeId, shape: ShapeId) -> Node;
}

/// A plan under construction.
pub(crate) struct Planner<'a> {
    pub model: &'a Model,
    pub shape: &'a Shape,
    pub faults: Diagnostics,
    plan: Plan,
    routines: HashMap<(ShapeId, Rules), RoutineId>,
    tables: HashMap<(TableId, Rules), RowsId>,
    families: fn(Rules) -> Rc<dyn RuleSet>,
    rule_sets: HashMap<Rules, Rc<dyn RuleSet>>,
    waiting: VecDeque<Waiting>,
    /// The enclosing values of the current node within its routine, outermost first.
    scopes: Vec<Scope>,
    /// The number of registers that the routine uses so far.
    registers: u32,
    /// The number of enclosing nodes that will occur twice in the plan.
    doubled: u32,
    /// The number of directly nested enclosing strings with contents.
    held: u32,
    /// The tags that encodings start with.
    firsts: Firsts,
    /// Whether the limit on tags has been exceeded and reported.
    too_many_tags: bool,
    /// The number of items in lists of the plan: ENUMERATED numbers, characters of alphabets.
    items: usize,
}

/// The maximum number of items in the lists of a plan: each place where a type is used has its own.
const MOST_ITEMS: usize = 1 << 20;

/// Maximum number of directly nested strings with contents. A string that contains itself exceeds
/// it too; it has no values.
const DEEPEST_HELD: u32 = 64;

/// Maximum nesting depth of nodes that occur twice.
const DEEPEST_DOUBLING: u32 = 3;

/// Things that have a number but have not been filled in. A queue, so that recursive types need no
/// deep stack.
enum Waiting {
    Routine(RoutineId),
    Rows(RowsId),
}

/// An open record, list or choice, with the registers that a record owns.
#[derive(Default)]
struct Scope {
    registers: Vec<Register>,
    /// The same by their paths.
    by_path: HashMap<Vec<u32>, RegisterId>,
}

/// What is left of a register's path on the way to its key.
type Path<'p> = (&'p [u32], RegisterId);

/// Registers, each with the one that replaces it.
type Replaced = HashMap<RegisterId, RegisterId>;

impl<'a> Planner<'a> {
    /// A planner that gets the layout of types from `families`.
    pub fn new(
        families: fn(Rules) -> Rc<dyn RuleSet>,
        rules: Rules,
        model: &'a Model,
        shape: &'a Shape,
    ) -> Planner<'a> {
        Planner {
            model,
            shape,
            faults: Diagnostics::new(),
            plan: Plan { rules, routines: Vec::new(), tables: Vec::new(), roots: Vec::new() },
            routines: HashMap::new(),
            tables: HashMap::new(),
            families,
            rule_sets: HashMap::new(),
            waiting: VecDeque::new(),
            scopes: Vec::new(),
            registers: 0,
            doubled: 0,
            held: 0,
            firsts: Firsts::default(),
            too_many_tags: false,
            items: 0,
        }
    }

    /// Counts the items of a list; returns whether all of them are within the maximum, and reports it if not.
    pub fn afford(&mut self, items: usize, span: Span) -> bool {
        let before = self.items <= MOST_ITEMS;
        self.items = self.items.saturating_add(items);
        if before && self.items > MOST_ITEMS {
            self.faults.report(&Fault::ManyItems { most: MOST_ITEMS, span });
        }
        self.items <= MOST_ITEMS
    }

    /// The same for the items of a type.
    pub fn afford_items_of(&mut self, kind: &ShapeKind, span: Span) -> bool {
        match kind {
            ShapeKind::Enumerated { items, .. } => self.afford(items.len(), span),
            _ => true,
        }
    }

    pub fn run(mut self) -> (Plan, Diagnostics) {
        let (shape, rules) = (self.shape, self.plan.rules);
        for (root, &ty) in shape.roots.iter().zip(&shape.origins.roots) {
            let node = self.complete(ty, root.shape, rules);
            self.plan.roots.push(node);
        }
        while let Some(waiting) = self.waiting.pop_front() {
            match waiting {
                Waiting::Routine(id) => self.fill_routine(id),
                Waiting::Rows(id) => self.fill_rows(id),
            }
        }
        (self.plan, self.faults)
    }

    /// The layout of types under some rules.
    fn rule_set(&mut self, rules: Rules) -> Rc<dyn RuleSet> {
        self.rule_sets.entry(rules).or_insert_with(|| (self.families)(rules)).clone()
    }

    /// An independent complete encoding under some rules: a root, a row, a contained type. Types
    /// with parts are called as routines, so no register is shared.
    pub fn complete(&mut self, ty: TypeId, shape: ShapeId, rules: Rules) -> Node {
        let set = self.rule_set(rules);
        let scopes = std::mem::take(&mut self.scopes);
        let node = set.node(self, ty, shape);
        self.scopes = scopes;
        node
    }

    /// The contents of a type with parts: inlined if the type is defined in place, otherwise a call
    /// of its routine.
    pub fn contents(&mut self, ty: TypeId, shape: ShapeId, rules: Rules) -> Node {
        let span = self.model.ty(ty).span;
        if self.scopes.is_empty() || !written_in_place(self.model, ty) {
            return Node { op: Op::Call(self.routine(shape, rules)), span };
        }
        self.inline(shape, rules)
    }

    fn inline(&mut self, shape: ShapeId, rules: Rules) -> Node {
        let at = self.shape.origins.types[shape.index()];
        self.rule_set(rules).body(self, at, shape)
    }

    /// The tags that the encodings of a type start with.
    pub fn first(&mut self, ty: TypeId) -> First {
        if let Some(first) =
            Some(()).filter(|()| !self.too_many_tags).and_then(|()| self.firsts.of(self.model, ty))
        {
            return first;
        }
        if !std::mem::replace(&mut self.too_many_tags, true) {
            self.faults.report(&Fault::ManyTags { span: self.model.ty(ty).span });
        }
        First::Any
    }

    fn routine(&mut self, shape: ShapeId, rules: Rules) -> RoutineId {
        if let Some(id) = self.routines.get(&(shape, rules)) {
            return *id;
        }
        let id = RoutineId(self.plan.routines.len() as u32);
        let span = self.shape.get(shape).span;
        let body = Node { op: Op::Group(Default::default()), span };
        self.plan.routines.push(Routine { rules, shape, body, registers: 0 });
        self.routines.insert((shape, rules), id);
        self.waiting.push_back(Waiting::Routine(id));
        id
    }

    fn fill_routine(&mut self, id: RoutineId) {
        let Routine { rules, shape, .. } = self.plan.routines[id.index()];
        self.registers = 0;
        self.scopes.clear();
        let body = self.inline(shape, rules);
        let routine = &mut self.plan.routines[id.index()];
        routine.body = body;
        routine.registers = self.registers;
    }

    /// The rows of a table under some rules.
    fn rows(&mut self, table: TableId, rules: Rules) -> RowsId {
        if let Some(id) = self.tables.get(&(table, rules)) {
            return *id;
        }
        let id = RowsId(self.plan.tables.len() as u32);
        self.plan.tables.push(TableRows { table, rules, rows: Vec::new() });
        self.tables.insert((table, rules), id);
        self.waiting.push_back(Waiting::Rows(id));
        id
    }

    fn fill_rows(&mut self, id: RowsId) {
        let TableRows { table, rules, .. } = self.plan.tables[id.index()];
        let shape = self.shape;
        let rows = shape.table(table).rows.iter().zip(&shape.origins.rows[table.index()]);
        let rows = rows.map(|(row, ty)| Some(self.complete((*ty)?, row.shape?, rules))).collect();
        self.plan.tables[id.index()].rows = rows;
    }

    /// Runs `make` inside one more enclosing value, a list or a choice.
    pub fn enclosed<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Scope::default());
        let made = make(self);
        self.scopes.pop();
        made
    }

    /// A node that will occur twice in the plan. If such nodes nest deeply, types with parts are
    /// called as routines, so that the plan's size stays linear.
    pub fn twice(
        &mut self,
        ty: TypeId,
        shape: ShapeId,
        rules: Rules,
        make: impl FnOnce(&mut Self) -> Node,
    ) -> Node {
        if self.doubled >= DEEPEST_DOUBLING {
            return self.complete(ty, shape, rules);
        }
        self.doubled += 1;
        let node = make(self);
        self.doubled -= 1;
        node
    }

    /// A record with the group returned by `make`. Open types in it may have keys in its slots,
    /// which then get registers.
    pub fn record(&mut self, rules: Rules, span: Span, make: impl FnOnce(&mut Self) -> Group) -> Node {
        self.scopes.push(Scope::default());
        let mut group = make(self);
        // Binding may inline a named type into this routine, which may have its own keys here.
        let mut bound = 0;
        loop {
            let all = self.scopes.last().map_or(&[][..], |scope| &scope.registers);
            let new = all.get(bound..).unwrap_or_default().to_vec();
            if new.is_empty() {
                break;
            }
            bound += new.len();
            let paths: Vec<_> = new.iter().map(|register| (&register.path[..], register.id)).collect();
            self.bind_in_group(&mut group, &paths, rules);
        }
        let registers = self.scopes.pop().map(|s| s.registers).unwrap_or_default();
        Node { op: Op::Record(Record { registers, group }), span }
    }

    /// Marks the items whose values registers take. Returns the registers that these items set before, each with
    /// the one that replaces it.
    fn bind_in_group(&mut self, group: &mut Group, paths: &[Path], rules: Rules) -> Replaced {
        let mut items = HashMap::new();
        add_items(group, &mut items);
        let mut replaced = Replaced::new();
        for (slot, paths) in by_first(paths) {
            let Some(item) = items.get_mut(&slot) else { continue };
            let ends = paths.iter().find(|(rest, _)| rest.is_empty());
            if let Some((_, register)) = ends {
                replaced.extend(item.bind.replace(*register).map(|before| (before, *register)));
            }
            if paths.len() > usize::from(ends.is_some()) {
                replaced.extend(self.bind_in_node(&mut item.node, &paths, rules));
            }
        }
        replaced
    }

    fn bind_in_node(&mut self, node: &mut Node, paths: &[Path], rules: Rules) -> Replaced {
        match &mut node.op {
            Op::Frame(_, body) => self.bind_in_node(body, paths, rules),
            Op::Record(record) => {
                let replaced = self.bind_in_group(&mut record.group, paths, rules);
                replace_own(record, replaced)
            }
            Op::Choice(choice) => {
                let mut arms: HashMap<u32, _> =
                    choice.arms.iter_mut().map(|arm| (arm.alternative, arm)).collect();
                let mut replaced = Replaced::new();
                for (alternative, paths) in by_first(paths) {
                    if let Some(arm) = arms.get_mut(&alternative) {
                        replaced.extend(self.bind_in_node(&mut arm.node, &paths, rules));
                    }
                }
                replaced
            }
            Op::Alt(arms) => {
                arms.iter_mut().flat_map(|arm| self.bind_in_node(&mut arm.node, paths, rules)).collect()
            }
            Op::Call(routine) if paths.iter().any(|(path, _)| !path.is_empty()) => {
                let shape = self.plan.routines[routine.index()].shape;
                *node = self.inline(shape, rules);
                self.bind_in_node(node, paths, rules)
            }
            _ => Replaced::new(),
        }
    }

    /// An open type: a fixed type, a selection by keys, or `opaque`.
    pub fn open(&mut self, shape: ShapeId, rules: Rules, opaque: Leaf, span: Span) -> Node {
        let all = self.shape;
        match &all.get(shape).kind {
            ShapeKind::Open(OpenShape::Fixed(held)) => match all.origins.held.get(&shape) {
                Some(&ty) => self.complete(ty, *held, rules),
                None => Node { op: Op::Leaf(opaque), span },
            },
            ShapeKind::Open(OpenShape::Keyed { table, keys }) => {
                let registers: Option<Vec<RegisterId>> = keys.iter().map(|k| self.register(k)).collect();
                let Some(registers) = registers else { return Node { op: Op::Leaf(opaque), span } };
                let rows = self.rows(*table, rules);
                Node { op: Op::Select(Select { rows, registers, opaque }), span }
            }
            _ => Node { op: Op::Leaf(opaque), span },
        }
    }

    /// The register of a key, owned by the record at the start of the path.
    fn register(&mut self, key: &KeyPath) -> Option<RegisterId> {
        let owner = self.scopes.len().checked_sub(key.up as usize)?;
        let scope = self.scopes.get_mut(owner)?;
        if let Some(&known) = scope.by_path.get(&key.down) {
            return Some(known);
        }
        let id = RegisterId(self.registers);
        self.registers += 1;
        scope.registers.push(Register { id, path: key.down.clone() });
        scope.by_path.insert(key.down.clone(), id);
        Some(id)
    }

    /// A string leaf with its contents.
    pub fn string(
        &mut self,
        shape: ShapeId,
        contents: &Option<Contents>,
        rules: Rules,
        leaf: Leaf,
        span: Span,
    ) -> Node {
        let held = self.shape.origins.held.get(&shape);
        let (Some(contents), Some(&ty)) = (contents, held) else { return Node { op: Op::Leaf(leaf), span } };
        let rules = contents.rules.unwrap_or(rules);
        if self.held == DEEPEST_HELD {
            self.faults.report(&Fault::DeepConstraint { span });
            return Node { op: Op::Leaf(leaf), span };
        }
        self.held += 1;
        let node = Box::new(match &self.shape.get(contents.shape).kind {
            // A table of one row (`Shape::hold_in_rows`).
            ShapeKind::Open(OpenShape::Keyed { keys, .. }) if keys.is_empty() => {
                let opaque = self.rule_set(rules).opaque();
                self.open(contents.shape, rules, opaque, span)
            }
            // Its keys are in the records around the string.
            ShapeKind::Open(OpenShape::Keyed { .. }) => self.rule_set(rules).node(self, ty, contents.shape),
            _ => self.complete(ty, contents.shape, rules),
        });
        self.held -= 1;
        Node { op: Op::Contained(Contained { leaf, rules, node }), span }
    }
}

/// Whether a type is inlined where it is used: there is no name between it and its parts.
fn written_in_place(model: &Model, ty: TypeId) -> bool {
    let mut at = ty;
    loop {
        let link = model.ty(at);
        if link.name.is_some() || matches!(link.kind, Kind::Reference(_)) {
            return false;
        }
        match link.kind.inner() {
            Some(inner) => at = inner,
            None => return true,
        }
    }
}

/// Adds the items of a group and of nested wire groups, by their slots.
fn add_items<'g>(group: &'g mut Group, items: &mut HashMap<u32, &'g mut Item>) {
    let additions = group.additions.iter_mut().flat_map(|a| &mut a.items);
    for item in group.items.iter_mut().chain(additions) {
        match item.target {
            Target::Slot(slot) => {
                items.entry(slot).or_insert(item);
            }
            Target::Group => {
                if let Some(group) = group_of(&mut item.node) {
                    add_items(group, items);
                }
            }
            Target::Unknown => {}
        }
    }
}

/// The group in a wire group's node, inside its frames.
fn group_of(node: &mut Node) -> Option<&mut Group> {
    match &mut node.op {
        Op::Group(group) => Some(group),
        Op::Frame(_, body) => group_of(body),
        _ => None,
    }
}

/// Replaces those registers that a record owns; returns the others.
fn replace_own(record: &mut Record, replaced: Replaced) -> Replaced {
    if replaced.is_empty() {
        return replaced;
    }
    let owned: HashSet<RegisterId> = record.registers.iter().map(|register| register.id).collect();
    let (own, others): (Replaced, Replaced) =
        replaced.into_iter().partition(|(before, _)| owned.contains(before));
    if !own.is_empty() {
        record.registers.retain(|register| !own.contains_key(&register.id));
        rename_in_group(&mut record.group, &own);
    }
    others
}

/// Makes selects use other registers.
fn rename_in_group(group: &mut Group, renamed: &Replaced) {
    let additions = group.additions.iter_mut().flat_map(|a| &mut a.items);
    group.items.iter_mut().chain(additions).for_each(|item| rename(&mut item.node, renamed));
}

fn rename(node: &mut Node, renamed: &Replaced) {
    match &mut node.op {
        Op::Select(select) => {
            for register in &mut select.registers {
                *register = renamed.get(register).copied().unwrap_or(*register);
            }
        }
        Op::Frame(_, body) => rename(body, renamed),
        Op::Record(record) => rename_in_group(&mut record.group, renamed),
        Op::Group(group) => rename_in_group(group, renamed),
        Op::Repeat(repeat) => rename(&mut repeat.element, renamed),
        Op::Choice(choice) => choice.arms.iter_mut().for_each(|arm| rename(&mut arm.node, renamed)),
        Op::Alt(arms) => arms.iter_mut().for_each(|arm| rename(&mut arm.node, renamed)),
        Op::Leaf(_) | Op::Call(_) | Op::Contained(_) => {}
    }
}
