import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

interface Side {
  name: string
  text: string
}

/** Unified diff with the names of both sides. */
export function formatDiff(before: Side, after: Side): string {
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY }
  return createTwoFilesPatch(before.name, after.name, before.text, after.text, undefined, undefined, options)
}
