import * as v from 'valibot'
import type { Command } from '../../app/command-registry'

const Recent = v.object({ id: v.string(), label: v.string(), href: v.optional(v.string()) })
type RecentCommand = v.InferOutput<typeof Recent>

const storedMax = 8
const recentShownMax = 5

/** What the user last chose in the palette, newest first. Kept in this browser, for each user. */
export function readRecent(storage: Pick<Storage, 'getItem'>, userKey: string): RecentCommand[] {
  try {
    const found = v.safeParse(v.array(Recent), JSON.parse(storage.getItem(keyOf(userKey)) ?? '[]'))
    return found.success ? found.output : []
  } catch {
    return []
  }
}

export function rememberRecent(storage: Storage, userKey: string, { id, label, href }: Command) {
  const others = readRecent(storage, userKey).filter((recent) => recent.id !== id)
  const all = [{ id, label, ...(href !== undefined && { href }) }, ...others]
  try {
    storage.setItem(keyOf(userKey), JSON.stringify(all.slice(0, storedMax)))
  } catch {
    // Without storage there are no recent entries.
  }
}

const keyOf = (userKey: string) => `palette-recent-${userKey}`

interface RecentOptions {
  recent: readonly RecentCommand[]
  offered: readonly Command[]
  group: string
  go: (href: string) => void
  iconOf: (id: string) => Command['icon']
}

/** Those possible now. Their ids differ from the listed commands'. */
export function recentCommands({ recent, offered, group, go, iconOf }: RecentOptions): Command[] {
  const found = recent.flatMap(({ id, label, href }): Command[] => {
    const command = offered.find((one) => one.id === id)
    if (command) return [command]
    return href === undefined || id.startsWith(placePrefix)
      ? []
      : [{ id, label, group, href, icon: iconOf(id), run: () => go(href) }]
  })
  return found.slice(0, recentShownMax).map((command) => ({ ...command, id: `${recentPrefix}${command.id}`, group }))
}

export const recentPrefix = 'recent-'
/** Places are listed again only while the user has them. */
export const placePrefix = 'place-'
