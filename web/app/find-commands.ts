import { foldText } from '../../src/kernel/text/fold-text.contract'
import type { Command } from './command-registry'

type Searched = Pick<Command, 'label' | 'keywords' | 'group' | 'path'>

/** Every word must match label, keywords, path or heading; labels that begin with the text come first. */
export function findCommands<Item extends Searched>(commands: readonly Item[], text: string): Item[] {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...commands]
  const first = words.join(' ')
  const ranked = commands.flatMap((command) => {
    const { label, all } = foldedOf(command)
    if (!words.every((word) => all.includes(word))) return []
    const isInLabel = words.every((word) => label.includes(word))
    const rank = label.startsWith(first) ? 0 : label.includes(first) ? 1 : isInLabel ? 2 : 3
    return [{ command, rank }]
  })
  // Sorting keeps the order of equals.
  const found = ranked.toSorted((a, b) => a.rank - b.rank).map(({ command }) => command)
  const groups = [...new Set(found.map(({ group }) => group))]
  return groups.flatMap((name) => found.filter(({ group }) => group === name))
}

/** Kept while the command is offered, so that a key press does not fold the same texts again. */
const foldedTexts = new WeakMap<Searched, { label: string; all: string }>()

function foldedOf(command: Searched) {
  const known = foldedTexts.get(command)
  if (known) return known
  const { label, keywords = '', group, path = '' } = command
  const folded = { label: foldText(label), all: foldText([label, keywords, path, group].join(' ')) }
  foldedTexts.set(command, folded)
  return folded
}
