import { cutTo, type Screen, widthOf } from './screen.ts'

const gap = '  '
const narrowest = 10

/** Columns aligned to their widest cell; the last one takes what the screen has left, and is cut there. */
export function formatTable(rows: string[][], screen: Screen): string {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, index) =>
    Math.max(...rows.map((row) => widthOf(row[index] ?? ''))),
  )
  const before = widths.slice(0, -1).reduce((sum, width) => sum + width + gap.length, 0)
  const last = Math.max(narrowest, screen.width - before)
  return rows
    .map((row) =>
      row
        .map((cell, index) => (index === columns - 1 ? cutTo(cell, last) : cell + padding(cell, widths[index] ?? 0)))
        .join(gap)
        .trimEnd(),
    )
    .join('\n')
}

/** Names to the left, values to the right, values never cut. */
export function formatFields(fields: [name: string, value: string][]): string {
  const width = Math.max(0, ...fields.map(([name]) => widthOf(name)))
  return fields.map(([name, value]) => `${name}${padding(name, width)}${gap}${value}`.trimEnd()).join('\n')
}

function padding(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text)))
}
