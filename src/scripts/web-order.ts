/** Folders of `web` in import order: a folder may import earlier ones only. Every new folder must be listed. */
const folders = [
  // Texts and components without knowledge of the product.
  'i18n',
  'ui',
  // Calls and live events, session, pages and their addresses.
  'api',
  'live',
  'session',
  'page',
  // The context of all screens, and the records kit.
  'app',
  'records',
  'setup-checklist',
  // Domains.
  'file-list',
  'integration-choice',
  'queue',
  'message',
  'quick-message',
  'prompt',
  'flow-choice',
  'integration',
  'connection',
  'contact',
  'contact-import',
  'contact-list',
  'campaign',
  'tag',
  'macro',
  'flow',
  'phrase',
  'schedule',
  'ai-agent',
  'ticket',
  'conversation',
  'inbox',
  'kanban',
  'notification',
  'internal-chat',
  'announcement',
  'finance',
  'company',
  'plan',
  'help',
  'setting',
  'external-api',
  'user',
  'report',
  'todo',
  // The frame around screens, and the app.
  'frame',
  'sign-in',
  'start',
]

/** Files in the root of `web` are above all folders. */
const rootFiles = ['screens', 'routes', 'client-entry', 'server-entry']

/** Returns why the import is in the wrong direction; undefined when it is allowed. */
export function judgeWebOrder(file: string, target: string): string | undefined {
  const [from, to] = [placeOf(file), placeOf(target)]
  if (from.rank === undefined) return unplaced(from.name)
  if (to.rank === undefined) return unplaced(to.name)
  return to.rank > from.rank ? `web/${to.name} stands above web/${from.name} in src/scripts/web-order.ts` : undefined
}

const unplaced = (name: string) => `web/${name} has no place in src/scripts/web-order.ts`

function placeOf(path: string): { name: string; rank: number | undefined } {
  const [, place = '', ...inner] = path.split('/')
  const name = inner.length > 0 ? place : place.replace(/\.tsx?$/, '')
  const at = folders.indexOf(name)
  if (inner.length > 0) return { name, rank: at === -1 ? undefined : at }
  return { name, rank: rootFiles.includes(name) ? folders.length : undefined }
}
