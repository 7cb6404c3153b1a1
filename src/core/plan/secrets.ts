interface FoundSecret {
  line: number
  /** What it looks like, never the secret itself. */
  what: string
  /** A known format refuses a submit; the rest is worth a look. */
  certain: boolean
}

interface Format {
  what: string
  pattern: RegExp
  certain: boolean
}

// Each begins with fixed text and repeats one class only, so that no line takes more than one pass.
const formats: Format[] = [
  known('a GitHub token', /\b(?:gh[oprsu]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{50,})/g),
  known('a GitLab token', /\bgl(?:pat|ptt|dt|rt)-[A-Za-z0-9_-]{20,}/g),
  known('an AWS access key', /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g),
  known('a Google API key', /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g),
  known('a Google client secret', /\bGOCSPX-[A-Za-z0-9_-]{28}/g),
  known('a Slack token', /\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}/g),
  known('a Slack webhook', /\bhooks\.slack\.com\/services\/T[A-Za-z0-9]+\/B[A-Za-z0-9]+\/[A-Za-z0-9]{20,}/g),
  known('an npm token', /\bnpm_[A-Za-z0-9]{36}(?![A-Za-z0-9])/g),
  known('a PyPI token', /\bpypi-AgE[A-Za-z0-9_-]{50,}/g),
  known('an Anthropic key', /\bsk-ant-[A-Za-z0-9_-]{20,}/g),
  known('an OpenAI key', /\bsk-(?:proj|svcacct|admin)-[A-Za-z0-9_-]{20,}|\bsk-[A-Za-z0-9]{32,}/g),
  known('a Stripe key', /\b[rs]k_live_[A-Za-z0-9]{20,}/g),
  known('a Hugging Face token', /\bhf_[A-Za-z0-9]{34,}/g),
  known('a SendGrid key', /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/g),
  known('a DigitalOcean token', /\bdo[opr]_v1_[a-f0-9]{64}/g),
  known('a Docker token', /\bdckr_[op]at_[A-Za-z0-9_-]{20,}/g),
  known('an age key', /\bAGE-SECRET-KEY-1[A-Z0-9]{58}/g),
  likely('a JSON web token', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g),
  likely('a password in an address', /:\/\/[^\s:@/]{1,100}:[^\s:@/$<{*]{4,100}@/g),
  likely(
    'a password',
    /\b(?:password|passwd|secret|token|api[_-]?key)["']?[ \t]{0,9}[:=][ \t]{0,9}["']?(?=[a-z_-]{0,40}[0-9])[A-Za-z0-9_+/=-]{16,}/gi,
  ),
]

const privateKey = /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----/

/** Private keys and tokens of known formats, by line. */
export function findSecrets(text: string): FoundSecret[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const found = formats.filter((format) => line.match(format.pattern)?.some((match) => !isExample(match)))
    const key = beginsPrivateKey(line, lines[index + 1] ?? '') ? [{ what: 'a private key', certain: true }] : []
    const all = [...key, ...found]
    const sure = all.filter(({ certain }) => certain)
    return (sure.length > 0 ? sure : all).map(({ what, certain }) => ({ line: index + 1, what, certain }))
  })
}

function known(what: string, pattern: RegExp): Format {
  return { what, pattern, certain: true }
}

function likely(what: string, pattern: RegExp): Format {
  return { what, pattern, certain: false }
}

/** `ghp_xxxxxxxx…`, `sk-ant-your-key-goes-here`: what documents write in place of a token. */
function isExample(match: string): boolean {
  const last = match.slice(-16)
  if (/^[xX.*_-]+$/.test(last)) return true
  return match.includes('-') && /^[a-z_-]+$/.test(match) && /[a-z][-_][a-z]/.test(last)
}

/** The line that begins a key, alone or with the key behind it; not a sentence that mentions such a line. */
function beginsPrivateKey(line: string, next: string): boolean {
  const found = privateKey.exec(line)
  if (!found) return false
  const before = line.slice(0, found.index)
  const after = line.slice(found.index + found[0].length)
  if (/^(?:\\[nr]|[ \t])*[A-Za-z0-9+/=]{16,}/.test(after)) return true
  if (!/^[\s"'\\|]*$/.test(after)) return false
  return /^[\s>"'+*-]*$/.test(before) || /^[\s>"']*[A-Za-z0-9+/=]{16,}/.test(next)
}
