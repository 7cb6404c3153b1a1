import { PlansError } from '../core/errors.ts'
import { objectOf, stringOf } from '../core/json.ts'
import { digestPlan } from '../core/plan/digest.ts'
import { parsePlan } from '../core/plan/document.ts'
import { formatBranchFolder } from '../core/plan/location.ts'
import { derivePlan } from '../core/plan/states.ts'
import { parseYaml } from '../core/yaml.ts'
import { findAuthors } from '../store/base.ts'
import { readBaseFile } from '../store/base-settings.ts'
import { readObjects } from '../store/git-objects.ts'
import type { PlanFile } from '../store/plans.ts'
import { sha256 } from '../store/sha256.ts'
import type { Project } from './project.ts'
import { lastSubmitOf, type PlanStanding, type PlansReading, readPlans } from './read-plans.ts'

/** All plans as the tree of a commit and the ledger have them; the work tree is not looked at. */
export async function readPlansAt(project: Project, commit: string, base?: string): Promise<PlansReading> {
  const place = await withRepositoryId(project, commit)
  const options = base === undefined ? {} : { base }
  const reading = await readPlans({ ...place, repository: { ...place.repository, root: null } }, options)
  const files = preferBranch(place, await readTreeFiles(place, commit))
  const known = new Map(reading.plans.map((plan) => [plan.id, plan]))
  const ids = new Set([...files.flatMap(({ document }) => document?.id ?? []), ...known.keys()])
  const plans = [...ids].map((id) => {
    const file = files.find(({ document }) => document?.id === id)
    return file ? standingIn(place, reading, { id, file, commit }) : known.get(id)
  })
  return {
    ...reading,
    plans: (await Promise.all(plans)).filter((plan) => plan !== undefined),
    faults: [
      ...files.flatMap(({ path, fault }) => (fault ? [{ path, fault }] : [])),
      ...reading.faults.filter(({ id }) => id === undefined || !ids.has(id)),
    ],
  }
}

async function standingIn(
  project: Project,
  { rules, records }: PlansReading,
  { id, file, commit }: { id: string; file: PlanFile; commit: string },
): Promise<PlanStanding> {
  const entries = records.get(id) ?? []
  const digest = digestPlan(file.text, sha256)
  const place = { baseRef: rules.base?.ref ?? null, path: file.path, head: commit }
  const isDecided = entries.some(({ record }) => record.kind === 'approve')
  const derived = derivePlan({
    plan: id,
    entries,
    present: digest,
    rules: rules.rules,
    authors: isDecided ? await findAuthors(project.repository, place) : [],
    repository: project.config.repository ?? '',
    policy: rules.digest,
  })
  const title = file.document?.title ?? id
  const scope = file.document?.scope ?? null
  const branch = lastSubmitOf(entries)?.subject.branch ?? null
  return { id, title, branch, file, text: file.text, digest, scope, derived, entries }
}

async function readTreeFiles(project: Project, commit: string): Promise<PlanFile[]> {
  const { repository, config } = project
  const directory = config.directory.replace(/\/*$/, '/')
  const output = await repository.git.run(['ls-tree', '-r', '-z', '--full-tree', commit, '--', directory])
  const entries = output.split('\0').flatMap((line) => {
    const [head = '', path = ''] = line.split('\t')
    const [mode = '', , blob = ''] = head.split(' ')
    return path.endsWith('.md') && mode.startsWith('100') ? [{ path, blob }] : []
  })
  const blobs = entries.map(({ blob }) => blob)
  const objects = await readObjects(repository.git, blobs)
  return entries.map(({ path }, index) => parseFile(path, objects[index]?.content.toString('utf8')))
}

function parseFile(path: string, text: string | undefined): PlanFile {
  if (text === undefined) {
    const fault = new PlansError('unverifiable', 'plan-missing', `the bytes of ${path} are not here`, 'git fetch')
    return { path, absolute: path, text: '', fault }
  }
  try {
    return { path, absolute: path, text, document: parsePlan(text) }
  } catch (error) {
    if (error instanceof PlansError) return { path, absolute: path, text, fault: error }
    throw error
  }
}

/** The copy in the folder of the branch comes first, as in the work tree. */
function preferBranch({ config, branch }: Project, files: PlanFile[]): PlanFile[] {
  const folder = `${config.directory}/${formatBranchFolder(branch)}/`
  return [
    ...files.filter(({ path }) => path.startsWith(folder)),
    ...files.filter(({ path }) => !path.startsWith(folder)),
  ]
}

/** A bare repository has no configuration file to read: the one in the commit names it. */
async function withRepositoryId(project: Project, commit: string): Promise<Project> {
  const { repository, config } = project
  if (config.repository !== undefined || repository.root !== null) return project
  for (const name of ['.plansrc.yaml', '.plansrc.json', 'plans.config.yaml', 'plans.config.json', 'package.json']) {
    const text = await readBaseFile(repository.git, commit, name)
    const value = text === undefined ? {} : objectOf(name.endsWith('.json') ? JSON.parse(text) : parseYaml(text))
    const id = stringOf(name === 'package.json' ? objectOf(value['plans'])['repository'] : value['repository'])
    if (id !== undefined) return { ...project, config: { ...config, repository: id } }
  }
  return project
}
