"""Limits of the command: the width of a terminal, endless input, long arguments, a full disk, outputs that are not
plain files."""

from __future__ import annotations

import errno
import os
import socket
import stat
import struct
import subprocess
from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest

from freecell import Game
from freecell.atomic import replacing

from ..helpers.commands import SCRIPT, called, run

fcntl = pytest.importorskip("fcntl", reason="this needs Unix")
pty = pytest.importorskip("pty", reason="this needs Unix")
resource = pytest.importorskip("resource", reason="this needs Unix")
termios = pytest.importorskip("termios", reason="this needs Unix")


def options_in(printed: str) -> int:
    """The width of the options in a help text."""
    options = printed.partition("options:")[2].partition("examples:")[0]
    return max(map(len, options.splitlines()))


@pytest.mark.parametrize(("columns", "least", "most"), [(50, 35, 50), (100, 70, 100), (0, 60, 80)])
def test_help_is_as_wide_as_the_terminal(columns: int, least: int, most: int) -> None:
    """A terminal that reports 0 columns counts as 80 wide."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    with subprocess.Popen([SCRIPT, "hint", "--help"], stdout=theirs, env=environment):
        os.close(theirs)
        printed = b""
        while b"exit codes" not in printed:
            printed += os.read(ours, 65536)
    os.close(ours)
    assert least <= options_in(printed.decode().replace("\r", "")) <= most


def test_help_is_as_wide_as_columns_says() -> None:
    for columns, least, most in (("60", 40, 60), ("100", 70, 100), ("0", 60, 80), ("", 60, 80), ("x", 60, 80)):
        printed = run("hint", "--help", env={**os.environ, "COLUMNS": columns})
        assert least <= options_in(printed) <= most


@pytest.mark.parametrize("command", [["find"], ["show", "-"], ["check", "617"], ["check", "-"], ["check"]])
@pytest.mark.parametrize("what", ["a line", "lines", "cards", "json", "zeros"])
def test_endless_input_is_refused_in_little_memory(command: list[str], what: str) -> None:
    """100 MB in any form ends with a one-line error. Solutions are read line by line: fewer, in less memory."""
    source = {
        "a line": "head -c 100M /dev/zero | tr '\\0' x",
        "lines": "yes hello | head -c 100M",
        "cards": "yes 'AC AD AH AS 2C 2D 2H 2S' | head -c 100M",
        "json": "(echo '{'; yes '\"a\": [') | head -c 100M",
        "zeros": "head -c 100M /dev/zero",
    }[what]

    memory = 400
    if command in (["check", "-"], ["check"]):
        source, memory = f"{source} | head -c 300k", 100

    def little_memory() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (memory * 2**20,) * 2)

    done = subprocess.run(
        ["bash", "-c", f"({source}) 2>/dev/null | '{SCRIPT}' {' '.join(command)} | tail -c 300"],
        capture_output=True, text=True, timeout=300, preexec_fn=little_memory,
    )  # fmt: skip
    assert done.stderr.count("\n") <= 1
    assert "Traceback" not in done.stderr
    assert done.stderr.startswith("freecell: ") or "do not" in done.stdout
    assert len(done.stderr) < 400


def test_at_most_60_characters_of_an_argument_are_quoted() -> None:
    long = "z" * 5000
    for command in (
        ["deal", long],
        [long],
        ["deal", "1", f"--{long}"],
        ["deal", "1", *["word"] * 3000],
        ["solve", "1", "--goal", long],
        ["solve", "1", f"--goal={long}"],
        ["find", long],
        ["show", long],
        ["draw", "1", "-o", long],
        ["film", "1", "-o", long],
        ["solve", "1", "--max-positions", long],
        ["show", "1", "--moves", long],
        ["check", "1", long],
        ["deal", "1", "-f", long],
    ):
        message = called(*command, code=2)
        assert "z" * 61 not in message
        assert len(message) < 500


def test_the_size_is_compared_with_the_free_space(tmp_path: Path) -> None:
    path = tmp_path / "q.npy"
    message = run("deal", "1..8589934591", "-o", str(path), code=1)
    assert message.startswith(f"freecell: can't write {path}: it would take about 447 GB, but only ")
    assert message.endswith(" are free\n")
    assert not list(tmp_path.iterdir())
    with subprocess.Popen(
        [SCRIPT, "deal", "1..25,000,000", "-o", str(path)], stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        assert process.stderr.readline().startswith(f"freecell: {path} will take about 1.3 GB; ")
        process.terminate()


def link_to_node(folder: Path, minor: int) -> tuple[Path, Path]:
    """Our own device and a link to it: 3 takes everything, 7 is full. Tests must not risk losing those in /dev."""
    node, link = folder / "node", folder / "link.txt"
    try:
        os.mknod(node, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
        node.open("wb").close()
    except OSError:
        pytest.skip("devices can't be made here")
    link.symlink_to(node)
    return node, link


def test_a_device_is_written_to_and_stays_a_device(tmp_path: Path) -> None:
    node, link = link_to_node(tmp_path, 3)
    assert called("site", str(node)).endswith(" bytes\n")
    called("deal", "1..1000", "-o", str(link))
    Game(617).save(node)
    assert stat.S_ISCHR(node.stat().st_mode)
    assert sorted(os.listdir(tmp_path)) == ["link.txt", "node"]


@pytest.mark.parametrize("linked", [False, True])
def test_a_fifo_is_written_to_and_stays_a_fifo(tmp_path: Path, linked: bool) -> None:
    fifo = path = tmp_path / "fifo.txt"
    os.mkfifo(fifo)
    if linked:
        path = tmp_path / "link.txt"
        path.symlink_to(fifo)
    with subprocess.Popen(["cat", fifo], stdout=subprocess.PIPE, text=True) as reader:
        try:
            called("deal", "617", "-o", str(path))
            assert stat.S_ISFIFO(fifo.stat().st_mode)
            assert reader.communicate()[0] == f"Deal 617\n{called('deal', '617')}"
        finally:
            reader.kill()


def test_a_pipe_without_a_name_is_written_to() -> None:
    """Its link in /dev/fd has no path as its target."""
    command = f"'{SCRIPT}' site /dev/fd/1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.endswith(" bytes\n")
    assert len(done.stdout.encode()) > 100_000


def test_places_that_cannot_be_written_to(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listening, chdir(tmp_path):  # sockets don't allow longer names
        listening.bind("socket.txt")
        (tmp_path / "loop.txt").symlink_to("loop.txt")
        (tmp_path / "away.txt").symlink_to("none/away.txt")
        for name, reason in {
            "socket.txt": "it is a socket",
            "loop.txt": os.strerror(errno.ELOOP),
            "away.txt": os.strerror(errno.ENOENT),
        }.items():
            before = os.lstat(name)
            assert reason in run("deal", "1", "-o", name, code=1)
            assert os.path.samestat(os.lstat(name), before)


def test_a_full_device_is_named(tmp_path: Path) -> None:
    link_to_node(tmp_path, 7)
    line = run("deal", "1", "-o", "link.txt", code=1, cwd=tmp_path)
    assert line == "freecell: can't write link.txt: No space left on device\n"


def status(path: Path) -> tuple[int, int, int]:
    found = path.stat()
    return found.st_mode & 0o7777, found.st_uid, found.st_gid


@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("mode", [0o600, 0o664, 0o777])
def test_a_file_keeps_its_mode_and_owner(tmp_path: Path, mode: int, linked: bool) -> None:
    file = path = tmp_path / "deal.txt"
    file.write_text("before")
    if os.geteuid() == 0:
        os.chown(file, 1234, 2345)
    file.chmod(mode)
    if linked:
        path = tmp_path / "link.txt"
        path.symlink_to(file)
    before = status(file)
    called("deal", "617", "-o", str(path))
    assert file.read_text().startswith("Deal 617\n")
    assert status(file) == before


def test_a_file_being_written_is_as_private_as_the_one_it_replaces(tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    path.write_text("before")
    path.chmod(0o640)
    with replacing(path):
        (part,) = tmp_path.glob(".*.part")
        assert part.stat().st_mode & 0o777 == 0o600
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_name_may_be_as_long_as_a_disk_allows(tmp_path: Path) -> None:
    path = tmp_path / f"{'x' * 251}.txt"
    called("deal", "617", "-o", str(path))
    assert path.read_text().startswith("Deal 617\n")
    left = tmp_path / f".{'x' * 60}.01234567.part"
    left.touch()
    called("deal", "617", "-o", str(path))
    assert not left.exists()


def test_a_new_file_has_the_mode_of_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        called("deal", "617", "-o", str(tmp_path / "deal.txt"))
    finally:
        os.umask(before)
    assert (tmp_path / "deal.txt").stat().st_mode & 0o777 == 0o640


@pytest.fixture
def as_a_user(tmp_path: Path) -> Iterator[None]:
    """Not as root, who may do everything. The user owns the folder."""
    if os.geteuid():
        with chdir(tmp_path):
            yield
        return
    os.chown(tmp_path, 1234, 2345)
    groups = os.getgroups()
    with chdir(tmp_path):
        os.setgroups([])
        os.setegid(2345)
        os.seteuid(1234)
        try:
            yield
        finally:
            os.seteuid(0)
            os.setegid(0)
            os.setgroups(groups)


@pytest.mark.usefixtures("as_a_user")
def test_a_read_only_file_is_not_replaced() -> None:
    path = Path("deal.txt")
    path.write_text("before")
    path.chmod(0o400)
    with pytest.raises(PermissionError, match="Permission denied"), replacing(path):
        pass
    assert path.read_text() == "before"
    assert os.listdir() == ["deal.txt"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a file of another user")
def test_a_file_of_another_user_keeps_its_mode(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    path = tmp_path / "deal.txt"
    path.write_text("before")
    path.chmod(0o666)
    request.getfixturevalue("as_a_user")
    with replacing(Path("deal.txt")) as file:
        file.write(b"after")
    assert Path("deal.txt").read_text() == "after"
    assert status(Path("deal.txt")) == (0o666, 1234, 2345)
