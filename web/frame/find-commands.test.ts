import { expect, test } from 'bun:test'
import type { Command } from '../app/command-registry'
import { findCommands } from './find-commands'

const command = (label: string, group = 'Go', keywords = ''): Command => ({
  id: label,
  label,
  group,
  keywords,
  run: () => {},
})
const commands = [
  command('Close ticket', 'Ticket'),
  command('Conexões'),
  command('Todas as conexões'),
  command('Usuários', 'Go', 'people'),
]
const found = (text: string) => findCommands(commands, text).map(({ label }) => label)

test('without accents and case, the label that begins with the text first', () => {
  expect(found('CONEXOES')).toEqual(['Conexões', 'Todas as conexões'])
})

test('by keywords, by every word, and everything for nothing', () => {
  expect(found('people')).toEqual(['Usuários'])
  expect(found('ticket close')).toEqual(['Close ticket'])
  expect(found('')).toHaveLength(4)
  expect(found('nothing of that')).toEqual([])
})
