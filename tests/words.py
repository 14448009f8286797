"""Reserved and predefined names of languages and their libraries, according to the available tools."""

import builtins
import keyword
import pathlib
import re
import shutil
import subprocess

# Headers of C17 and POSIX that a program may include besides generated code.
HEADERS = """assert ctype dirent dlfcn errno fcntl fenv float grp inttypes iso646 limits locale math netdb netinet/in poll
pthread pwd regex sched search semaphore setjmp signal stdarg stdbool stddef stdint stdio stdlib string strings sys/mman
sys/resource sys/select sys/socket sys/stat sys/time sys/types sys/uio sys/un sys/wait syslog termios time unistd utime wchar
wctype""".split()

# No tool lists these: keywords of C++23, and of Rust 2024 including reserved ones, its prelude and primitive types.
CPP = """alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl
concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do double
dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace new noexcept
not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires restrict return short
signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef typeid
typename typeof union unsigned using virtual void volatile wchar_t while xor xor_eq final override import module std""".split()
RUST = """as async await break const continue crate dyn else enum extern false fn for gen if impl in let loop match mod move
mut pub ref return self Self static struct super trait true type unsafe use where while abstract become box do final macro
override priv try typeof unsized virtual yield union static raw safe core alloc std bool char f32 f64 i8 i16 i32 i64 i128
isize u8 u16 u32 u64 u128 usize str Send Sync Sized Copy Drop Fn FnMut FnOnce drop Box ToOwned Clone PartialEq PartialOrd
Eq Ord AsRef AsMut Into From Default Iterator Extend IntoIterator DoubleEndedIterator ExactSizeIterator Option Some None
Result Ok Err String ToString Vec TryFrom TryInto FromIterator Debug Hash""".split()


def included():
    """A text that includes all available headers."""
    return "".join(f"#if __has_include(<{name}.h>)\n#include <{name}.h>\n#endif\n" for name in HEADERS)


def preprocessed(headers, how, pattern):
    """Words that the preprocessor prints for headers, by default all."""
    text = included() if headers is None else "".join(f"#include <{name}.h>\n" for name in headers)
    command = ["gcc", "-D_GNU_SOURCE", "-E", how, "-x", "c", "-"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    return {name for name in re.findall(pattern, done.stdout, re.M) if not name.startswith("_")}


def declared(headers=None):
    """Every name in the declarations of headers."""
    return preprocessed(headers, "-P", r"[A-Za-z_]\w*")


def libc(headers=None):
    """The same including their macros."""
    return declared(headers) | preprocessed(headers, "-dM", r"^#define ([A-Za-z_]\w*)")


def go():
    """Keywords and predeclared identifiers of Go."""
    if not shutil.which("go"):
        return set()
    root = subprocess.run(["go", "env", "GOROOT"], capture_output=True, text=True, check=True).stdout.strip()
    source = pathlib.Path(root) / "src"
    declared = (source / "builtin" / "builtin.go").read_text()
    tokens = (source / "go" / "token" / "token.go").read_text()
    found = set(re.findall(r"^(?:func|type|var) ([a-z]\w*)", declared, re.M)) | {"true", "false", "iota"}
    return found | set(re.findall(r'^\t[A-Z]+:\s+"([a-z]+)",', tokens, re.M))


def python():
    """Keywords of Python, and the names in every module."""
    return {*keyword.kwlist, *keyword.softkwlist, *dir(builtins)}


def runtimes():
    """Every name in the runtimes of SBE, which generated code shares a scope with. Macros have a prefix of ours."""
    root = pathlib.Path(__file__).resolve().parent.parent / "runtime"
    sources = [*root.glob("cpp/wireglot/sbe/*.hpp"), *root.glob("go/sbe/*.go"), root / "python" / "sbe.py"]
    code = "\n".join(re.sub(r"//.*|#.*|\"\"\".*?\"\"\"", "", path.read_text()) for path in sources)
    return sorted({name for name in re.findall(r"[A-Za-z]\w*", code) if not name.startswith("WIREGLOT_")})


def special():
    """Names reserved by languages, without those of C's library, which are many."""
    return sorted({*CPP, *RUST, *go(), *python()})


def everything():
    """All names."""
    return sorted({*special(), *libc()})
