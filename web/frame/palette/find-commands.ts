import { foldText } from '../../../src/kernel/text/fold-text.contract'
import type { Command } from '../../app/command-registry'

/**
 * Returns the commands whose label, keywords and heading contain every word. Labels that begin with the text come first,
 * and so does the group that has the best match.
 */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...commands]
  const first = words.join(' ')
  const holds = (command: Command) => {
    const all = foldText(`${command.label} ${command.keywords ?? ''} ${command.group}`)
    return words.every((word) => all.includes(word))
  }
  const rank = ({ label }: Command) => (foldText(label).startsWith(first) ? 0 : foldText(label).includes(first) ? 1 : 2)
  // Sorting keeps the order of equals.
  const found = commands.filter(holds).toSorted((a, b) => rank(a) - rank(b))
  const groups = [...new Set(found.map(({ group }) => group))]
  return groups.flatMap((name) => found.filter(({ group }) => group === name))
}
