import { addUnknown, type Call } from '../call.ts'
import { holdsWord } from '../lists.ts'
import { coreutils } from './coreutils.ts'
import { find } from './find.ts'
import { git } from './git.ts'
import { interpret } from './interpret.ts'
import { search } from './search.ts'
import { shells } from './shells.ts'
import { findSpec, type Spec, type SpecTable } from './spec.ts'
import { textTools } from './text.ts'
import { xargs } from './xargs.ts'

interface Family {
  /** Its programs: only when one of them is met, the table is built. */
  names: string
  table: (loadFurther: () => FurtherTables) => SpecTable
}

/** Tables that most calls do without: the hook loads them as it loads the parser. */
export type FurtherTables = Record<'archives' | 'forges' | 'packages' | 'services' | 'system', () => SpecTable>

/** THE table: which family tells what a program does. A program that is not here is unknown. */
export const families: readonly Family[] = [
  { names: 'find git xargs', table: () => ({ find, git, xargs }) },
  {
    names: `cd chdir pushd popd dirs jobs times wait caller : true false exit return break continue shift getopts
      logout echo pwd type which whereis help sleep yes compopt eval source . trap sh bash dash zsh ksh ash
      mksh rbash fish csh tcsh nu elvish xonsh pwsh powershell alias read mapfile readarray printf local let
      test [ history fc umask ulimit compgen exec command builtin set unset export declare typeset readonly
      shopt hash enable bind complete setopt unsetopt autoload zmodload emulate integer float disown suspend
      coproc fg bg kill killall pkill skill xkill ssh mosh slogin rsh`,
    table: shells,
  },
  {
    names: `cat tac head tail wc nl od hexdump hd strings cksum sum md5sum sha1sum sha224sum sha256sum sha384sum
      sha512sum b2sum shasum md5 crc32 cut paste join comm fold fmt expand unexpand rev column colrm tsort look
      pr cmp diff diff3 colordiff zcmp zdiff ls dir vdir ll stat du df readlink realpath zcat gzcat bzcat xzcat
      zstdcat lz4cat lzcat base32 basenc nm size readelf objdump otool wdiff numfmt basename dirname pathchk
      seq expr tr factor nproc arch uname tty whoami id groups users who w last lastlog logname uptime cal ncal
      getconf locale printenv lsb_release sw_vers free vmstat iostat mpstat lscpu lsblk lsusb lspci lsmod
      findmnt tput clear env hostid ps pgrep pidof pstree netstat lsof cowsay figlet banner units ascii errno
      top htop sort uniq shuf xxd base64 iconv date hostname domainname file tree less more zless zmore man
      apropos whatis info bat batcat mount stty dmesg ss ifconfig sysctl arp touch mkdir mkfifo mknod truncate
      tee chmod chown chgrp setfacl chattr cp install ln link symlink mv rm rmdir unlink shred srm wipe split
      csplit mktemp patch fallocate dos2unix unix2dos rename prename strip objcopy sponge dd mkfs mke2fs
      mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.ntfs mkfs.vfat mkfs.fat mkfs.exfat mkfs.f2fs
      mkswap wipefs blkdiscard sgdisk gdisk fdisk sfdisk cfdisk parted partprobe badblocks hdparm lvremove
      vgremove pvremove newfs cryptsetup mdadm zpool zfs nvme diskutil`,
    table: coreutils,
  },
  {
    names: `grep egrep fgrep zgrep zegrep zfgrep bzgrep xzgrep rg ag ack fd fdfind locate mlocate plocate mdfind eza
      exa lsd tokei scc cloc`,
    table: search,
  },
  { names: 'sed gsed awk gawk mawk nawk jq gojq yq xq tomlq xmllint xmlstarlet xsltproc bc', table: textTools },
  {
    names: `npm pnpm yarn bun pip pip3 uv cargo go brew apt apt-get apt-cache aptitude apt-mark dnf yum microdnf apk
      dpkg dpkg-query pacman rpm gem bundle composer poetry pipx conda rustup nvm npx bunx pnpx uvx yarnpkg
      snap flatpak corepack volta fnm asdf mise pyenv rbenv easy_install`,
    table: (loadFurther) => loadFurther().packages(),
  },
  { names: 'gh glab', table: (loadFurther) => loadFurther().forges() },
  {
    names: `docker podman nerdctl docker-compose podman-compose kubectl helm terraform tofu aws gcloud az psql mysql
      mariadb redis-cli mongosh mongo cqlsh sqlcmd clickhouse-client duckdb snowsql mysqladmin usql pgcli
      dropdb createdb pg_restore pg_dump pg_dumpall mysqldump mongodump mongorestore sqlite3`,
    table: (loadFurther) => loadFurther().services(),
  },
  {
    names: `systemctl journalctl ip loginctl timedatectl hostnamectl localectl launchctl ping ping6 dig nslookup host
      whois traceroute tracepath traceroute6 mtr drill curl wget http https xh aria2c lynx w3m links httpie
      grpcurl websocat wscat scp sftp ftp lftp rclone nc ncat netcat socat telnet nsupdate s3cmd gsutil azcopy
      rsync ssh-add crontab at atq batch atrm systemd-run osascript incrontab fcron tmux screen sudo doas su
      pkexec run0 passwd useradd userdel usermod groupadd visudo chsh newgrp chroot unshare nsenter insmod
      rmmod modprobe iptables ip6tables nft ufw firewall-cmd setenforce reboot shutdown halt poweroff init
      telinit service supervisorctl pm2 renice python python2 python3 pypy pypy3 ipython node nodejs deno tsx
      ts-node ruby perl php lua luajit Rscript R julia java javac kotlin scala groovy swift osascript-js erl
      elixir iex ghci gcc g++ clang clang++ cc c++ rustc tsc ld as javap dotnet zig ghc make gmake cmake ninja
      just task rake gradle gradlew mvn mvnw bazel bazelisk sbt ant meson scons ctest pytest jest vitest mocha
      tox nox eslint prettier black ruff isort mypy flake8 pylint rubocop pre-commit open xdg-open start script
      expect vi vim nvim nano emacs ed ex pico code subl entr parallel caddy openssl gpg gpg2`,
    table: (loadFurther) => loadFurther().system(),
  },
  {
    names: `tar gtar bsdtar unzip zipinfo lsar gzip gunzip bzip2 bunzip2 xz unxz lzma zstd unzstd lz4 compress
      uncompress pigz zip cpio ar 7z 7za 7zr 7zz rar unrar jar pax shar unar`,
    table: (loadFurther) => loadFurther().archives(),
  },
]

export function judgeProgram(call: Call): void {
  const spec = findProgram(call)
  if (spec) interpret(spec, call, call.args, call.program)
  else addUnknown(call, `${call.program} is not known`)
}

function findProgram({ program, run }: Call): Spec | undefined {
  const family = families.find(({ names }) => holdsWord(names, program))
  const table = family?.table(() => run.loadFurther().tables as FurtherTables)
  return table && findSpec(table, program)
}
