/**
 * Folders of `web` in the one direction imports may point: a later one may import an earlier one, never the reverse. A new
 * folder is given its place here.
 */
const folders = [
  // Texts and components that know nothing of the product.
  'i18n',
  'ui',
  // The server's calls and live events, who is signed in, pages and their addresses.
  'api',
  'live',
  'session',
  'page',
  // The context around every screen, and the kit of list screens.
  'app',
  'records',
  // Domains.
  'queue',
  'message',
  'connection',
  'contact',
  'contact-import',
  'tag',
  'schedule',
  'ticket',
  'conversation',
  'inbox',
  'kanban',
  'notification',
  'internal-chat',
  'announcement',
  'setting',
  'user',
  'report',
  'finance',
  'company',
  'plan',
  'help',
  // What stands around the screens, and what puts it all together.
  'frame',
  'sign-in',
  'start',
]

/** Files beside the folders stand above them. */
const rootFiles = ['screens', 'routes', 'client-entry', 'server-entry']

/** Why this import points the wrong way; undefined when it does not. */
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
