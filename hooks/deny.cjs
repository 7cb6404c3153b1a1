'use strict'

/** The bundle cannot be loaded: denies on the agent's own channel. Arguments after the agent's name: what mends it. */
module.exports = function deny(event, error) {
  const [, , agent, remedy = 'npm install'] = process.argv
  const gemini = process.env.GEMINI_SESSION_ID !== undefined || agent === 'gemini-cli'
  const why = error.code || error.name
  const reason = `git-plans denies this call, since its bundle could not be loaded (${why}). A person runs: ${remedy}`
  if (event === 'before-tool') {
    const answer = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: reason }
    console.log(JSON.stringify(gemini ? { decision: 'deny', reason } : { hookSpecificOutput: answer }))
    if (!gemini) console.error(reason)
    process.exitCode = 2
  } else if (event === 'permission-request') {
    const answer = { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: reason } }
    console.log(JSON.stringify({ hookSpecificOutput: answer }))
  }
}
