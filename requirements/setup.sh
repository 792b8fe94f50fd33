# Sets up .venv for ./play and ./check, which read this file; POSIX sh, run from the root.
#
#   set_up LOCK   makes .venv hold what requirements/LOCK.txt pins, and the project itself;
#                 does nothing if that is already so
#
# LUDOTECA_PYTHON names the Python to use; else the newest that the locks know is taken.

# Packages are installed without compiling them ahead, which would take longer than all else:
# Python does it for what is used, if it may keep the result.
unset PYTHONDONTWRITEBYTECODE

say() { printf '%s: %s\n' "$program" "$*" >&2; }

fail() {
    say "$*"
    exit 1
}

has() { command -v "$1" >/dev/null 2>&1; }

is_suitable() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
    if [ -n "${LUDOTECA_PYTHON:-}" ]; then
        python=$LUDOTECA_PYTHON
        is_suitable "$python"
        return
    fi
    for python in python3.14 python3.13 python3.12 python3.11 python3 python; do
        if is_suitable "$python"; then
            return 0
        fi
    done
    python=
    return 1
}

explain_missing_python() {
    if [ -n "${LUDOTECA_PYTHON:-}" ]; then
        fail "LUDOTECA_PYTHON is $LUDOTECA_PYTHON, which is not a Python 3.11 or newer."
    fi
    say "this needs Python 3.11 or newer, and none was found."
    say "  Debian, Ubuntu:  apt install python3 python3-venv"
    say "  Fedora:          dnf install python3"
    say "  macOS:           brew install python   (the system's own is too old)"
    fail "or install uv, which brings a Python of its own; then run this again."
}

# Debian parts ensurepip from Python: add it if we may, else say how.
need_ensurepip() {
    if "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        return 0
    fi
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if ! has apt-get; then
        fail "$python lacks its modules venv and ensurepip: install them (or uv), then run this again."
    elif [ "$(id -u)" != 0 ]; then
        fail "$python lacks venv. Run: sudo apt install $package   and then this again."
    fi
    say "$python lacks venv: installing $package"
    if ! { apt-get -q update && apt-get -q -y install "$package"; } >&2; then
        fail "apt could not install $package; install it (or uv), then run this again."
    fi
}

make_venv() { # DIRECTORY; only .venv gets a pip of its own, which installs into the others too
    if has uv; then
        uv venv --quiet --clear --python "${python:->=3.11}" "$1"
    elif [ "$1" = .venv ]; then
        "$python" -m venv --clear "$1"
    else
        "$python" -m venv --clear --without-pip "$1"
    fi
}

install_into() { # DIRECTORY ARGUMENTS…
    directory=$1
    shift
    if ! [ -t 2 ]; then
        set -- --quiet "$@"
    fi
    if has uv; then
        uv pip install --python "$directory/bin/python" "$@" >&2
    elif [ "$directory" = .venv ]; then
        .venv/bin/python -m pip --disable-pip-version-check install --no-compile "$@" >&2
    else
        .venv/bin/python -m pip --disable-pip-version-check --python "$directory/bin/python" \
            install --no-compile "$@" >&2
    fi
}

# The uv of the lock takes less processor time than pip, but does not know pip's settings: where
# those name an index, pip goes on alone.
fetched_uv_will_do() {
    [ -x .venv/bin/uv ] && ! .venv/bin/python -m pip config list 2>/dev/null |
        grep -q -E '(^|[.])(index-url|no-index)='
}

# By uv, if that was fetched. By pip, every second package by one and the others by another at the
# same time: most of the work is to unpack them. A lock names every package that the others need.
install_lock() { # FILE
    if ! has uv && fetched_uv_will_do && .venv/bin/uv pip install --quiet --no-deps \
        --require-hashes --python .venv/bin/python -r "$1" 2>.venv/uv.log; then
        return 0
    fi
    for half in 0 1; do
        awk -v half="$half" '/^[^ #]/ { number++ } number % 2 == half' "$1" >".venv/half-$half.txt"
    done
    install_into .venv --no-deps --require-hashes -r .venv/half-0.txt &
    other=$!
    halves=0
    install_into .venv --no-deps --require-hashes -r .venv/half-1.txt || halves=1
    wait "$other" && return "$halves"
}

# If that fails: the same lock without what has no wheel for some machines: a compiler, OpenSpiel, uv.
install_packages() { # LOCK
    install_lock "requirements/$1.txt" && return 0
    say "that failed; trying again without the compiler, which is missing on some machines"
    awk '/^[^ #]/ { skip = /^(ziglang|open-spiel|uv)==/ } !skip' "requirements/$1.txt" \
        >.venv/reduced.txt
    install_lock .venv/reduced.txt ||
        fail "could not install the packages; is the package index reachable?"
    say "no compiler: everything works, slower (LUDOTECA_CC names one; then delete .venv)"
}

# Installs the pip of a lock, before several of them work at the same time, and its uv, which has no
# wheel for some machines.
renew_installers() { # LOCK
    if ! has uv; then
        pins_of '^uv==' "$1"
        install_into .venv --no-deps --require-hashes --only-binary :all: -r .venv/pins.txt || true
    fi
    pins_of '^pip==' "$1"
    install_into .venv --no-deps --require-hashes -r .venv/pins.txt ||
        fail "could not install pip; is the package index reachable?"
}

pins_of() { # PATTERN LOCK: into .venv/pins.txt
    awk -v pattern="$1" '/^[^ #]/ { keep = $0 ~ pattern } keep' "requirements/$2.txt" >.venv/pins.txt
}

# Installs ludoteca itself; on the way page and engines are built.
install_project() {
    install_into .venv --no-deps --no-build-isolation -e . ||
        fail "could not install ludoteca itself; the lines above say why."
}

is_wanted_python() {
    [ -z "${LUDOTECA_PYTHON:-}" ] ||
        [ "$("$LUDOTECA_PYTHON" -V 2>&1)" = "$(.venv/bin/python -V 2>&1)" ]
}

# Works, is recent enough, has its own packages (not so after an upgrade of Python), can install,
# and neither the checkout was moved nor another Python asked for.
venv_is_sound() {
    [ -x .venv/bin/python ] && is_suitable .venv/bin/python || return 1
    [ ! -f .venv/.home ] || [ "$(cat .venv/.home)" = "$PWD" ] || return 1
    is_wanted_python || return 1
    .venv/bin/python -c 'import os, sysconfig as s; os.listdir(s.get_path("purelib"))' \
        >/dev/null 2>&1 || return 1
    has uv || .venv/bin/python -m pip --version >/dev/null 2>&1
}

stamp_of() { # LOCK
    sum=$(cat pyproject.toml requirements/setup.sh "requirements/$1.txt" | cksum) || return 1
    version=$(.venv/bin/python -V 2>&1) || return 1
    printf '%s in %s: %s\n' "$version" "$PWD" "$sum"
}

is_set_up() { # LOCK
    [ -f ".venv/.stamp-$1" ] && [ -x .venv/bin/python ] || return 1
    is_wanted_python || return 1
    [ "$(cat ".venv/.stamp-$1")" = "$(stamp_of "$1")" ]
}

# Builds page and engines after a change of their sources.
build() {
    .venv/bin/python hatch_build.py >.venv/build.log 2>&1 && return 0
    say "page or engines could not be built (.venv/build.log says why); all else works"
}

set_up() { # LOCK
    if is_set_up "$1"; then
        build
        return 0
    fi
    if ! venv_is_sound; then
        if find_python; then
            say "making .venv with $("$python" -V)"
        elif has uv && [ -z "${LUDOTECA_PYTHON:-}" ]; then
            say "making .venv with a Python that uv finds or fetches"
        else
            explain_missing_python
        fi
        has uv || need_ensurepip
        make_venv .venv || fail "could not make .venv; the lines above say why."
        printf '%s\n' "$PWD" >.venv/.home
    fi
    rm -f .venv/.stamp-*
    say "installing requirements/$1.txt (the first time, this can take a minute or two)"
    if [ "$1" = play ]; then
        install_packages play
        install_project
    else # page and engines need what playing needs: they are built while the rest is fetched
        renew_installers "$1"
        install_packages play
        install_project &
        project=$!
        install_packages "$1"
        wait "$project" || exit 1
    fi
    build
    stamp_of play >.venv/.stamp-play # each lock holds all that playing needs
    stamp_of "$1" >".venv/.stamp-$1"
}
