import { realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'

/** Paths of one file, as alternatives. */
export const pathsBetween = '\n'

export type MediaSource = ReturnType<typeof createMediaSource>

/** Finds a file below a folder, never outside of it or of another company, whatever a path or link says. @param company id in the source */
export function createMediaSource(folder: string | undefined, company: string) {
  const root = folder === undefined ? undefined : realPath(folder)

  function look(path: string): string | undefined {
    if (root === undefined) return undefined
    const found = realPath(join(root, path))
    if (found === undefined || !found.startsWith(root + sep)) return undefined
    if (isOfOther(found.slice(root.length + 1).split(sep), company)) return undefined
    return statSync(found, { throwIfNoEntry: false })?.isFile() ? found : undefined
  }

  return {
    find(paths: string): string | undefined {
      for (const path of paths.split(pathsBetween))
        for (const spelling of spellings(path))
          for (const base of bases(company)) {
            const found = look(base + spelling)
            if (found) return found
          }
      return undefined
    },
  }
}

const bases = (company: string) => ['', 'public/', `company${company}/`, `public/company${company}/`]

/** Without the address of a server, as it is and decoded, and without the folder that may be the given one. */
function spellings(path: string): string[] {
  const plain = path.replace(/^https?:\/\/[^/]*\//i, '')
  const bare = plain.replace(/[?#].*$/, '')
  // Unpacking an archive, or copying by way of a Mac, writes names in another way.
  const all = [
    plain,
    bare,
    decoded(bare),
    encodeURI(bare),
    decoded(bare).normalize('NFD'),
    decoded(bare).normalize('NFC'),
  ]
    .filter((one) => one !== '' && !one.includes('\0'))
    .map((one) => one.replaceAll('\\', '/').replace(/^\/+/, ''))
  const shorter = all.flatMap((one) => [one, one.replace(/^public\//, ''), one.replace(/^media\//, '')])
  return [...new Set(shorter)].filter((one) => one !== '' && !one.split('/').includes('..'))
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** `company7/…` and `media/7/…` belong to company 7. */
function isOfOther(parts: readonly string[], company: string) {
  return parts.slice(0, -1).some((part, index) => {
    const [, id] = /^company(\d+)$/.exec(part) ?? (parts[index - 1] === 'media' ? (/^(\d+)$/.exec(part) ?? []) : [])
    return id !== undefined && id !== company
  })
}

function realPath(path: string) {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
