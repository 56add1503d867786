import type { Database } from 'bun:sqlite'
import { type Held, tapFile, type WalArchive } from './wal-tap'

export type FileTaps = NonNullable<ReturnType<typeof tapForAll>>

/** Copies the commits of one file to several archives, each at its own pace. Undefined where none follows it. */
export function tapForAll(name: string, sqlite: Database, archives: readonly WalArchive[]) {
  const following = archives.filter(({ follows }) => follows?.(name) ?? true)
  const taps = following.map((archive) => ({ archive, tap: tapFile(name, sqlite, archive) }))
  const [first] = taps
  if (!first) return undefined
  const all = taps.map(({ tap }) => tap)
  const holding = taps.flatMap(({ archive, tap }) => (archive.holdsOutput ? tap : []))
  const collect = () => all.map((tap) => tap.collect())

  return {
    /** That of the backup. */
    tap: taps.find(({ archive }) => !archive.holdsOutput)?.tap,
    /** That of the log that holds output back. */
    logTap: holding[0],
    collect: () => void collect(),
    /** Hands over what holds output back. Undefined when all of it was taken already. */
    ship: holding.length > 0 ? () => together(holding.flatMap((tap) => tap.ship() ?? [])) : undefined,
    /** Keeps the log until every archive has taken what is in it. */
    hold(): Pick<Held, 'archived' | 'release'> {
      const held = all.map((tap) => tap.hold())
      return {
        archived: together(held.map(({ archived }) => archived)) ?? Promise.resolve(),
        release: () => held.forEach(({ release }) => release()),
      }
    },
    empty() {
      void collect()
      return first.tap.empty()
    },
    framesInLog: () => first.tap.framesInLog(),
    /** Of the archive that has the most to take. */
    framesWaiting: () => Math.max(...all.map((tap) => tap.framesWaiting())),
    end() {
      // The first that ends empties the log.
      void collect()
      const closed = all.map((tap) => tap.end())
      return () => closed.forEach((note) => note())
    },
  }
}

function together(promises: readonly Promise<void>[]): Promise<void> | undefined {
  const [only] = promises
  return promises.length > 1 ? Promise.all(promises).then(() => {}) : only
}
