/** Folders of `web` in import order. Folders that are not listed hold screens, come before `foldersAbove`, and are imported by none. */
const foldersBelow = [
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
  'queue',
  'message',
  'template',
  'prompt',
  'connection',
  'contact',
  'contact-import',
  'macro',
  'schedule',
  'ai-agent',
  'ticket',
  'contact-panel',
  'conversation',
  'notification',
  'finance',
  'company',
  'plan',
  'help',
  'setting',
]

/** The frame around screens, and the app. */
const foldersAbove = ['frame', 'sign-in', 'start']

/** Files in the root of `web` are above all folders. There are no others. */
const rootFiles = ['screens', 'routes', 'client-entry', 'server-entry']

/** Returns why the import is in the wrong direction; undefined when it is allowed. */
export function judgeWebOrder(file: string, target: string): string | undefined {
  const [from, to] = [placeOf(file), placeOf(target)]
  for (const { name, rank } of [from, to]) {
    if (rank === rootRank && !rootFiles.includes(name))
      return `web/${name} has no place in src/scripts/check/web-order.ts`
  }
  if (to.rank > from.rank) return `web/${to.name} ranks above web/${from.name} in src/scripts/check/web-order.ts`
  const isOther = to.rank === from.rank && to.name !== from.name
  return isOther && from.rank === unlistedRank
    ? `web/${from.name} imports web/${to.name}, which has no place in src/scripts/check/web-order.ts`
    : undefined
}

const unlistedRank = foldersBelow.length
const rootRank = unlistedRank + 1 + foldersAbove.length

/** What other screens offer of a domain's records is in its `*.choice.ts`, which imports no more than the records kit. */
const choiceRank = foldersBelow.indexOf('records')

function placeOf(path: string): { name: string; rank: number } {
  const [, name = '', ...inner] = path.split('/')
  if (/\.choice(\.ts)?$/.test(path)) return { name: path, rank: choiceRank }
  if (inner.length === 0) return { name: name.replace(/\.tsx?$/, ''), rank: rootRank }
  const below = foldersBelow.indexOf(name)
  if (below !== -1) return { name, rank: below }
  const above = foldersAbove.indexOf(name)
  return { name, rank: above === -1 ? unlistedRank : unlistedRank + 1 + above }
}
