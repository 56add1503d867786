import { foldText } from '../../../src/kernel/text/fold-text.contract'
import type { Command } from '../../app/command-registry'

/** Returns the commands whose label, keywords and heading contain every word, labels that begin with the text first. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const words = foldText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...commands]
  const first = words.join(' ')
  const holds = (command: Command) => {
    const all = foldText(`${command.label} ${command.keywords ?? ''} ${command.group}`)
    return words.every((word) => all.includes(word))
  }
  const rank = ({ label }: Command) => (foldText(label).startsWith(first) ? 0 : foldText(label).includes(first) ? 1 : 2)
  const groups = [...new Set(commands.map(({ group }) => group))]
  return commands
    .filter(holds)
    .map((command, index) => ({ command, index }))
    .sort((a, b) => {
      const byGroup = groups.indexOf(a.command.group) - groups.indexOf(b.command.group)
      return byGroup || rank(a.command) - rank(b.command) || a.index - b.index
    })
    .map(({ command }) => command)
}
