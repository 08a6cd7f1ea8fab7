#!/usr/bin/env bash
# Boots systemd in namespaces of its own and runs proof.sh in it: boot.sh CHECKOUT NODE PROOF. The files of PROOF are at /proof inside.
# Needs root. Outside of PROOF nothing is written: the root is a tmpfs, /usr an overlay, the network a loopback interface of its own.
set -euo pipefail

# In a mount namespace: a control group for systemd, the next namespaces, and no control group once they are gone.
groups() {
  mount --make-rprivate /
  local tree group
  tree=$(mktemp -d)
  mount -t cgroup2 cgroup2 "$tree"
  group=$tree/messenger-test-$$
  mkdir "$group"
  (
    echo "$BASHPID" >"$group/cgroup.procs"
    exec timeout --signal=KILL 100 unshare --mount --cgroup --ipc --uts --net --pid --fork --kill-child bash "$0" --root "$@"
  ) || true
  # systemd removes its group when it ends, unless it is killed.
  [ ! -d "$group" ] || find "$group" -depth -type d -delete
  umount "$tree"
  rmdir "$tree"
}

devices() {
  mount -t tmpfs tmpfs dev
  local name
  for name in null zero full random urandom tty; do
    touch "dev/$name"
    mount --bind "/dev/$name" "dev/$name"
  done
  mkdir dev/{shm,pts,mqueue,hugepages}
  mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
  ln -s pts/ptmx dev/ptmx
  ln -s /proc/self/fd dev/fd
  mount -t tmpfs tmpfs dev/shm
}

accounts() {
  cat >etc/passwd <<'END'
root:x:0:0::/root:/bin/bash
messenger:x:990:990::/var/lib/messenger:/usr/sbin/nologin
nobody:x:65534:65534::/:/usr/sbin/nologin
END
  printf 'root:x:0:\nmessenger:x:990:\nnogroup:x:65534:\n' >etc/group
  printf 'passwd: files\ngroup: files\nhosts: files\n' >etc/nsswitch.conf
  echo '127.0.0.1 localhost' >etc/hosts
  od -An -tx1 -N16 /dev/urandom | tr -d ' \n' >etc/machine-id
}

# The system that the guide's steps lead to. The folder of the root is only seen in this namespace.
root() {
  local checkout=$1 node=$2 proof=$3
  local folder=$proof/root
  mkdir "$folder"
  mount -t tmpfs -o mode=755 tmpfs "$folder"
  cd "$folder"
  mkdir -p dev etc/systemd/system etc/messenger home old opt/messenger proc proof root run/user sys tmp usr usr-changes usr-work var/{lib,log}
  chmod 1777 tmp
  mount -t overlay -o "lowerdir=/usr,upperdir=$folder/usr-changes,workdir=$folder/usr-work" overlay usr
  ln -s usr/bin bin
  ln -s usr/sbin sbin
  ln -s usr/lib lib
  [ ! -d /usr/lib64 ] || ln -s usr/lib64 lib64
  [ -e usr/bin/node ] || touch usr/bin/node
  mount --bind "$node" usr/bin/node
  ln -s /opt/messenger/bin/messenger.js usr/bin/messenger
  mount --bind "$checkout" opt/messenger
  mount -o remount,bind,ro opt/messenger
  mount --bind "$proof" proof
  mount -t proc proc proc
  mount -t sysfs -o ro sysfs sys
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  devices
  cp /etc/ld.so.cache etc/
  accounts
  cp "$checkout"/deploy/systemd/*.service "$proof/proof.service" etc/systemd/system/
  pivot_root . old
  umount -l /old
  export container=messenger-test
  exec /usr/lib/systemd/systemd --system --unit=proof.service --show-status=no </dev/null
}

case $1 in
  --groups) groups "${@:2}" ;;
  --root) root "${@:2}" ;;
  *) exec unshare --mount bash "$0" --groups "$@" ;;
esac
