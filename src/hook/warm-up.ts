import type { Action } from '../core/action.ts'
import { judgeCall } from '../workflows/judge-call.ts'

type Sources = Parameters<typeof judgeCall>[0]

const commands = [
  'git status',
  'ls -la | head -n 5 && (cd test && rg -n "todo" . | cut -d: -f1 | sort -u); date +%s || echo "$(whoami) at $HOME"',
  'for file in src/*.ts; do sed -n 1,5p "$file"; done 2>/dev/null',
  "npm test -- --run && sed -i 's/a/b/' README.md; rm -rf build/out > log.txt",
  'cat <<EOF | jq .name\n{"name": "$USER"}\nEOF',
  'if [ -f package.json ]; then timeout 5 node --version; fi; find . -name "*.md" -exec wc -l {} +',
  'gh pr list --state open; docker ps; python3 -c "print(1)"; curl -s https://example.com | head -1',
]

/**
 * Runs after the first call of an installation is answered: the code cache holds the functions that ran, so what a file
 * read alone would leave out is exercised once. Ordinary calls only: what is rare makes every start read more.
 * Decides nothing and writes nothing.
 */
export async function warmUp(sources: Sources): Promise<void> {
  const { cwd, session } = sources.action
  const base: Action = {
    agent: 'claude-code',
    event: 'before-tool',
    tool: 'Bash',
    kind: 'shell',
    paths: [],
    cwd,
    session,
    plansFolders: [],
  }
  for (const command of commands) await judgeCall({ ...sources, action: { ...base, command } })
}
