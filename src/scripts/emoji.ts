import { join } from 'node:path'
import { root } from './set-up'

/** Generates `web/message/emoji/<language>.json` from emojibase-data (MIT). Run after its update: `bun src/scripts/emoji.ts`. */
interface Entry {
  emoji: string
  label: string
  tags?: string[]
  group?: number
  order?: number
  version: number
  skins?: { emoji: string }[]
}

/** The package's groups in the picker's order. Group 2, skin tones and hair, has no emoji of its own. */
const groups = [0, 1, 3, 4, 5, 6, 7, 8, 9]
/** The newest version that current systems can draw. */
const versionMax = 15

for (const language of ['pt', 'en', 'es']) {
  const entries = (await Bun.file(join(root, `node_modules/emojibase-data/${language}/data.json`)).json()) as Entry[]
  const sorted = entries.filter(({ version }) => version <= versionMax).sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
  const picked = groups.map((group) =>
    sorted
      .filter((entry) => entry.group === group)
      .map(({ emoji, label, tags = [] }) => [emoji, label, tags.join(' ')]),
  )
  await Bun.write(join(root, `web/message/emoji/${language}.json`), JSON.stringify(picked))
}
