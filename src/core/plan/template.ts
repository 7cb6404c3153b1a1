import { formatYamlScalar } from '../yaml.ts'
import { findFrontMatter } from './front-matter.ts'

interface TemplateValues {
  id: string
  title: string
  /** `YYYY-MM-DD` */
  date: string
  branch: string
}

/** Fills `{{id}}`, `{{title}}`, `{{date}}` and `{{branch}}`; in front matter as YAML values, so that any title fits. */
export function fillTemplate(template: string, values: TemplateValues): string {
  const body = findFrontMatter(template)?.body ?? 0
  const fill = (text: string, format: (value: string) => string): string =>
    text.replace(/\{\{(id|title|date|branch)\}\}/g, (_, key: keyof TemplateValues) => format(values[key]))
  return fill(template.slice(0, body), formatYamlScalar) + fill(template.slice(body), (value) => value)
}
