# The part of the launcher that only distributions have: see the script "launcher".

build=@build@

# Sets $place to the directory for archives of this installation; empty if there is none.
find_place() {
  place=${XDG_CACHE_HOME-}
  case $place in
    /*) ;;
    *) place=${HOME:+$HOME/.cache} ;;
  esac
  place=${place:+$place/reprise$home}
}

# Sets $archive. The second command makes it, in the background: a container that runs one command needs none.
prepare_archive() {
  archive=
  [ -n "$place" ] || return
  archive=$place/$build-$java_release.jsa
  [ ! -f "$archive" ] || return
  if [ -f "$archive.wanted" ] && rm "$archive.wanted" 2>/dev/null; then
    (make_archive </dev/null >/dev/null 2>&1 &)
  else
    mkdir -p "$place" 2>/dev/null && true 2>/dev/null >"$archive.wanted"
  fi
}

# Makes $archive and removes those of other builds.
make_archive() {
  for old in "$place"/*.jsa; do
    case $old in
      "$place/$build"-*) ;;
      *) rm -f "$old" ;;
    esac
  done
  train
}

find_home
case $home in
  */bin) app=${home%/bin} ;;
  *) app=$(CDPATH='' cd -- "$home/.." && pwd) || exit 1 ;;
esac
home=$app
find_place
if [ -x "$home/runtime/bin/java" ]; then
  java=$home/runtime/bin/java
  java_home=$home/runtime
  find_java_version
else
  find_java
fi
set_flags "$@"
prepare_archive
start "$@"
