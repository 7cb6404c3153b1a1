import { describe, expect, it } from 'vitest'
import { type Case, home, judge, openPlan, policy, root, rule } from '../../helpers/guard-world.ts'

type Row = [string, Case, string]

const sha = 'a'.repeat(64)
const selfProtection: Row[] = [
  ['approve', { command: `plans approve --digest ${sha} --yes` }, 'deny'],
  ['git plans approve', { command: 'git plans approve' }, 'deny'],
  ['git with options before', { command: 'git -C . plans approve' }, 'deny'],
  ['behind another command', { command: 'echo ok && npx git-plans approve x' }, 'deny'],
  ['npm exec', { command: 'npm exec -- plans approve x' }, 'deny'],
  ['by path', { command: 'node_modules/.bin/plans trust' }, 'deny'],
  ['by node', { command: `node ${root}/node_modules/git-plans/bin/run.js approve` }, 'deny'],
  ['in a nested shell', { command: "bash -c 'plans approve x'" }, 'deny'],
  ['in another language', { command: `python3 -c 'import os; os.system("plans approve x")'` }, 'deny'],
  ['a verb only running tells', { command: 'plans $VERB' }, 'deny'],
  [
    'a hook fed by hand',
    { command: 'node node_modules/git-plans/hooks/after-tool.cjs claude-code < yes.json' },
    'deny',
  ],
  ['a hook binary', { command: 'plans-after-tool claude-code' }, 'deny'],
  ['init changes what is decided', { command: 'plans init --agent claude-code --yes' }, 'deny'],
  ['status reads', { command: 'plans status --json' }, 'none'],
  ["submit is the agent's to run", { command: 'plans submit' }, 'none'],
  ['explain only names it', { command: "plans explain 'plans approve x'" }, 'none'],
  ['prose that mentions us', { command: 'git commit -m "let people run plans approve in a terminal"' }, 'none'],
  ['a search for it', { command: "grep -rn 'plans approve' docs" }, 'none'],
  ['npm ci', { command: 'npm ci' }, 'none'],
  ['another program with our word', { command: 'holiday-plans approve' }, 'none'],
  ['the ledger pushed', { command: 'git push origin refs/plans/ledger' }, 'deny'],
  ['every ref fetched over it', { command: "git fetch origin '+refs/plans/*:refs/plans/*'" }, 'deny'],
  ['the ledger moved', { command: 'git update-ref refs/plans/ledger HEAD~1' }, 'deny'],
  ['a mirror push', { command: 'git push --mirror backup' }, 'deny'],
  ['an ordinary push', { command: 'git push origin main' }, 'none'],
  ['the ledger read', { command: 'git log refs/plans/ledger' }, 'none'],
  ['approving a pull request', { command: 'gh pr review 12 --approve' }, 'deny'],
  ['commenting on one', { command: 'gh pr review 12 --comment --body "looks odd"' }, 'none'],
  ['a comment that approves', { command: 'gh pr comment 12 --body "/plans approve aaaa"' }, 'deny'],
  ['a comment about plans', { command: 'gh pr comment 12 --body "our plans changed"' }, 'none'],
  ['a review by the API', { command: 'gh api repos/a/b/pulls/1/reviews -f event=APPROVE' }, 'deny'],
  ['reviews read', { command: 'gh api repos/a/b/pulls/1/reviews' }, 'none'],
  ['a review by curl', { command: 'curl -X POST https://api.github.com/repos/a/b/pulls/1/reviews -d @r.json' }, 'deny'],
  [
    'a review by MCP',
    {
      kind: 'mcp',
      tool: 'mcp__github__create_review',
      action: { server: 'github', serverTool: 'create_review' },
      input: { event: 'APPROVE' },
    },
    'deny',
  ],
  [
    'a comment by MCP',
    {
      kind: 'mcp',
      tool: 'mcp__github__create_review',
      action: { server: 'github', serverTool: 'create_review' },
      input: { event: 'COMMENT' },
    },
    'none',
  ],
  ['deferred execution', { command: "echo 'make' | at now" }, 'ask'],
  ['deferred execution that names us', { command: "echo 'plans approve x' | at now" }, 'deny'],
  ['the settings with our hooks', { path: `${root}/.claude/settings.json` }, 'deny'],
  ['their folder removed', { command: 'rm -rf .claude' }, 'deny'],
  ['their folder made', { command: 'mkdir -p .claude' }, 'ask'],
  ['our configuration', { command: 'echo "plan: {enabled: false}" > .plansrc.yaml' }, 'deny'],
  ['our state', { path: `${root}/.git/plans/state.json` }, 'deny'],
  ['our program', { command: `sed -i 's/deny/none/' node_modules/git-plans/dist/decide.cjs` }, 'deny'],
  ['reading our program', { command: 'cat node_modules/git-plans/dist/decide.cjs' }, 'none'],
  ['removing node_modules', { command: 'rm -rf node_modules' }, 'none'],
]

describe('step 1, self-protection', () => {
  for (const [name, each, outcome] of selfProtection)
    it(`${outcome}: ${name}`, () => expect(judge(each).outcome).toBe(outcome))
  it('no rule lifts it', () => {
    const lifting = policy({ permissions: { deny: [], ask: [], allow: [rule('Bash')] } })
    expect(judge({ command: 'plans approve x', policy: lifting }).outcome).toBe('deny')
  })
})

const protectedPaths: Row[] = [
  ['a git hook', { path: `${root}/.git/hooks/pre-commit` }, 'ask'],
  ['an editor task', { path: `${root}/.vscode/tasks.json` }, 'ask'],
  ['an agent folder in a package', { path: `${root}/packages/a/.cursor/mcp.json` }, 'ask'],
  ['.github/hooks', { path: `${root}/.github/hooks/x.json` }, 'ask'],
  ['.github/workflows is ordinary', { path: `${root}/.github/workflows/ci.yml` }, 'none'],
  ['.gitignore is ordinary', { path: `${root}/.gitignore` }, 'none'],
  ['shell start-up', { command: 'echo x >> ~/.bashrc' }, 'ask'],
  ['a file of that name in the project', { path: `${root}/fixtures/.bashrc` }, 'none'],
  ['an npmrc', { path: `${root}/.npmrc` }, 'ask'],
  ['removing home', { command: 'rm -rf ~' }, 'deny'],
  ['removing root', { command: 'rm -rf /' }, 'deny'],
  ['removing a folder above home', { command: 'rm -rf /home' }, 'deny'],
  ['removing a build folder', { command: 'rm -rf build' }, 'none'],
  ['a forced push', { command: 'git push --force origin main' }, 'ask'],
  ['an approved plan', { path: openPlan().file?.path ?? '', plans: [openPlan()] }, 'ask'],
  ["the agent's plan file", { path: `${home}/.claude/plans/otter.md` }, 'none'],
]

describe('step 4, protected paths and destructive calls (P10)', () => {
  for (const [name, each, outcome] of protectedPaths)
    it(`${outcome}: ${name}`, () => expect(judge(each).outcome).toBe(outcome))
  it('an allow rule does not lift it, configuration may tighten it', () => {
    const allow = { deny: [], ask: [], allow: [rule('Write')] }
    const path = `${root}/.git/hooks/pre-commit`
    expect(judge({ path, policy: policy({ permissions: allow }) }).outcome).toBe('ask')
    expect(judge({ path, policy: policy({ protectedPaths: { add: [], outcome: 'deny' } }) }).outcome).toBe('deny')
  })
})
