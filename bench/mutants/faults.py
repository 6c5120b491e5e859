"""Small faults for kernels: found in their sources, drawn with a seed, and written into a copy."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from random import Random

MARKS = {"kernel", "inlined", "entry_point", "game_specific"}  # the decorators of core/jit.py
FALSE_FOR_TRUE = {True: "False", False: "True"}
COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
}
SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
OTHER_END = {"min": "max", "max": "min"}


@dataclass(frozen=True)
class Fault:
    """One change of a source.

    Attributes:
        path: of the file, below the folder of sources.
        function: the kernel's name.
        line: where the change begins, from 1.
        statement: the line on which the smallest statement around it begins.
        kind: of the change.
        begin: of the text that goes, in bytes.
        end: of the text that goes.
        text: what comes instead.
        before: the changed lines as they were, as one.
        after: as they are then.
    """

    path: str
    function: str
    line: int
    statement: int
    kind: str
    begin: int
    end: int
    text: str
    before: str
    after: str

    @property
    def key(self) -> str:
        """What tells it from others while lines move."""
        return f"{self.path} {self.function}: {self.before} -> {self.after}"


def kernels_of(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions of a module that bear one of the marks, and do something."""
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and any(_name_of(mark) in MARKS for mark in node.decorator_list)
        and not isinstance(node.body[-1], ast.Raise)
    ]


def _name_of(mark: ast.expr) -> str:
    """`kernel` of `kernel`, `jit.kernel` and `kernel(...)`."""
    if isinstance(mark, ast.Call):
        return _name_of(mark.func)
    return mark.attr if isinstance(mark, ast.Attribute) else getattr(mark, "id", "")


def draw(sources: Path, count: int, seed: int, only: str = "") -> list[Fault]:
    """So many faults, evenly from the files and of all kinds; fewer where there are no more.

    The same sources and seed give the same faults in the same order.

    Args:
        sources: the folder of all sources.
        count: how many, at most.
        seed: of the choice.
        only: part of the paths of the files that count.
    """
    by_file = []
    for path in sorted(sources.rglob("*.py")):
        name = path.relative_to(sources).as_posix()
        if only in name:
            by_file.append(_mixed(faults_in(path, sources), Random(f"{seed} {name}")))
    rounds = zip_longest(*(faults for faults in by_file if faults))
    return [fault for one_round in rounds for fault in one_round if fault is not None][:count]


def _mixed(faults: list[Fault], rng: Random) -> list[Fault]:
    """Shuffled, one of each kind after the other."""
    rng.shuffle(faults)
    kinds = sorted({fault.kind for fault in faults})
    rng.shuffle(kinds)
    by_kind = [[fault for fault in faults if fault.kind == kind] for kind in kinds]
    return [fault for each in zip_longest(*by_kind) for fault in each if fault is not None]


def faults_in(path: Path, sources: Path) -> list[Fault]:
    """Every fault that can be planted in a file, each key once."""
    source = path.read_bytes()
    offsets = [0]
    for line in source.splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    found: dict[str, Fault] = {}
    for kernel in kernels_of(ast.parse(source)):
        for statement in _statements(kernel.body):
            for node, kind, text in _changes(statement):
                assert node.end_lineno is not None
                assert node.end_col_offset is not None
                begin = offsets[node.lineno - 1] + node.col_offset
                end = offsets[node.end_lineno - 1] + node.end_col_offset
                first, last = offsets[node.lineno - 1], offsets[node.end_lineno]
                fault = Fault(
                    path=path.relative_to(sources).as_posix(),
                    function=kernel.name,
                    line=node.lineno,
                    statement=statement.lineno,
                    kind=kind,
                    begin=begin,
                    end=end,
                    text=text,
                    before=_one_line(source[first:last]),
                    after=_one_line(source[first:begin] + text.encode() + source[end:last]),
                )
                found.setdefault(fault.key, fault)
    return list(found.values())


def _one_line(text: bytes) -> str:
    return " ".join(text.decode().split())


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """All statements of a body, those inside others too; not its docstring."""
    for statement in body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue
        yield statement
        for part in ("body", "orelse"):
            yield from _statements(getattr(statement, part, []))


def _changes(statement: ast.stmt) -> Iterator[tuple[ast.stmt | ast.expr, str, str]]:
    """What may be changed in a statement, not in those inside it: node, kind, new text."""
    can_go = isinstance(statement, ast.AugAssign | ast.Continue | ast.Break) or (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
    )
    stores = isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Subscript)
    if can_go or stores or (isinstance(statement, ast.Return) and statement.value is None):
        yield statement, "left out", "pass"
    if isinstance(statement, ast.AugAssign) and type(statement.op) in SIGNS:
        target, value = ast.unparse(statement.target), ast.unparse(statement.value)
        sign = ast.unparse(ast.BinOp(ast.Name("a"), SIGNS[type(statement.op)](), ast.Name("b")))
        yield statement, "sign", f"{target} {sign[1:-1].strip()}= {value}"
    expressions = [
        child
        for child in ast.iter_child_nodes(statement)
        if isinstance(child, ast.expr) and child is not getattr(statement, "annotation", None)
    ]
    for expression in expressions:
        for node in ast.walk(expression):
            if isinstance(node, ast.expr) and isinstance(
                getattr(node, "ctx", ast.Load()), ast.Load
            ):
                for kind, text in _changed(node):
                    yield node, kind, text


def _changed(node: ast.expr) -> Iterator[tuple[str, str]]:
    """The faults of one expression, without those of its parts: kind, new text."""
    match node:
        case ast.Compare(left, [one], [right]) if type(one) in COMPARED:
            turned = ast.Compare(left, [COMPARED[type(one)]()], [right])
            yield "comparison", f"({ast.unparse(turned)})"
        case ast.BoolOp(op, values):
            other: ast.boolop = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield "and, or", f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.BinOp(left, sign, right) if type(sign) in SIGNS:
            yield "sign", f"({ast.unparse(ast.BinOp(left, SIGNS[type(sign)](), right))})"
        case ast.UnaryOp(ast.USub() | ast.Not(), operand):
            yield "sign", f"({ast.unparse(operand)})"
        case ast.Constant(bool(value)):
            yield "constant", FALSE_FOR_TRUE[value]
        case ast.Constant(int(value)):
            yield "one more or less", str(value + 1)
            yield "one more or less", f"({value - 1})"
        case ast.Name(name) if name.isupper():
            yield "constant", f"({name} + 1)"
        case ast.Call(ast.Name("range"), [*firsts, last], []) if len(firsts) < 2:
            shorter = ast.BinOp(last, ast.Sub(), ast.Constant(1))
            ends = [ast.unparse(one) for one in [*firsts, shorter]]
            yield "one more or less", f"range({', '.join(ends)})"
        case ast.Call(ast.Name(name), arguments, []) if name in OTHER_END and len(arguments) > 1:
            texts = ", ".join(ast.unparse(one) for one in arguments)
            yield "constant", f"{OTHER_END[name]}({texts})"


def plant(fault: Fault, sources: Path) -> None:
    """Write a fault into the file."""
    path = sources / fault.path
    source = path.read_bytes()
    path.write_bytes(source[: fault.begin] + fault.text.encode() + source[fault.end :])
