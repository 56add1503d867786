import { expect, test } from 'bun:test'
import { findTitles, guessColumns, splitAtTitles } from './guess-columns'

/** The titles that are found in a table; rows are lines, and cells are divided by |. */
const titlesOf = (...lines: string[]) => {
  const rows = lines.map((line, index) => ({ number: index + 1, cells: line.split('|') }))
  const { header, titles, sample } = findTitles(rows)
  return { header, titles: titles?.join('|'), sample: sample.map((cells) => cells.join('|')) }
}
const headerOf = (...lines: string[]) => titlesOf(...lines).header?.number
const person = 'Rita|5511933330001'

test('splits a table at its titles', () => {
  const header = { number: 2, index: 1 }
  expect(titlesOf('Clientes|', 'Nome|Telefone', person)).toEqual({ header, titles: 'Nome|Telefone', sample: [person] })
  expect(titlesOf(person)).toEqual({ header: undefined, titles: undefined, sample: [person] })
  expect(titlesOf()).toEqual({ header: undefined, titles: undefined, sample: [] })
  const rows = [
    { number: 7, cells: ['a'] },
    { number: 8, cells: ['b'] },
  ]
  expect(splitAtTitles(rows, 0)).toEqual({ header: { number: 7, index: 0 }, titles: ['a'], sample: [['b']] })
  expect(splitAtTitles(rows, undefined)).toEqual({ header: undefined, titles: undefined, sample: [['a'], ['b']] })
})

test('finds the titles by their words, else above the first person', () => {
  expect(headerOf('Nome|Telefone', person)).toBe(1)
  expect(headerOf('Quem|Onde', person)).toBe(1)
  // One known title is not enough against the row above a person.
  expect(headerOf('Lista|de|Nome', 'Quem|Onde|Cidade', `${person}|Itu`)).toBe(1)
  expect(headerOf('Nome|Telefone', 'outro|qualquer', person)).toBe(1)
  expect(headerOf('Quem|', 'Quem|Onde', person)).toBe(2)
  // A heading that has a known word stands alone.
  expect(headerOf('Lista de contatos|', 'Quem|Onde', person)).toBe(2)
  expect(headerOf('Contatos', 'Telefone', '5511933330001')).toBe(2)
  expect(headerOf('Um', 'Dois', '5511933330001')).toBe(2)
  // Without a person, the first row.
  expect(headerOf('Um|Dois', 'Três|Quatro')).toBe(1)
  expect(headerOf('Um|Dois', 'Nome|Quatro')).toBe(2)
  // Known words below the first person are no titles.
  expect(headerOf(person, 'Nome|Cidade')).toBeUndefined()
  expect(headerOf('a@b.test|x', 'Nome|Cidade')).toBeUndefined()
  // Dates and words with digits are no people.
  expect(headerOf('22/11/2026 15:00|x', 'Nome|Cidade', person)).toBe(2)
  expect(headerOf(`${'x'.repeat(40)}|Nome`, person)).toBe(1)
})

const guessesOf = (titles: string, ...sample: string[]) =>
  guessColumns(
    titles === '' ? undefined : titles.split('|'),
    sample.map((line) => line.split('|')),
    (titles || (sample[0] ?? '')).split('|').length,
  ).map(({ guess }) => guess)

test('guesses columns by their titles, each once', () => {
  expect(guessesOf('Nome|Telefone|E-mail|Etiquetas')).toEqual(['name', 'number', 'email', 'tags'])
  expect(guessesOf('Telefone|Celular|Nome|Contato')).toEqual(['number', null, 'name', null])
  expect(guessesOf('Telefone tipo|Phonetic name|Nickname|Tel')).toEqual([null, null, null, 'number'])
  expect(guessColumns(['Cidade'], [], 2)).toEqual([
    { index: 0, title: 'Cidade', guess: null },
    { index: 1, title: '', guess: null },
  ])
})

test('knows the whole name from its parts', () => {
  expect(guessesOf('First name|Last name')).toEqual(['name', 'surname'])
  expect(guessesOf('First name|Nome completo|Last name')).toEqual([null, 'name', null])
  expect(guessesOf('First name|Name|Last name')).toEqual([null, 'name', null])
  // `Nome` is the first name if the table has a surname, too.
  expect(guessesOf('Nome|Sobrenome')).toEqual(['name', 'surname'])
  expect(guessesOf('Contato|Nome')).toEqual([null, 'name'])
  // A surname alone is the name.
  expect(guessesOf('Sobrenome|Telefone')).toEqual(['name', 'number'])
})

test('guesses other columns by most of their values', () => {
  const bare = ['5511933330001|Rita|r@x.test', '5511933330002||', '|Ana|a@x.test']
  expect(guessesOf('', ...bare)).toEqual(['number', 'name', 'email'])
  expect(guessesOf('', 'Rita|Ana', 'Ana|Rita')).toEqual(['name', null])
  // Half of them are not most.
  expect(guessesOf('', '5511933330001|x', 'ab1|x')).toEqual([null, null])
  expect(guessesOf('', '5511933330001|x', 'a1|x', '5511933330003|x')).toEqual(['number', null])
  expect(guessesOf('', '1234567|x', '22/11/2026|y')).toEqual([null, null])
  expect(guessesOf('', '12345678|x')).toEqual(['number', null])
  expect(guessesOf('', '|', '|')).toEqual([null, null])
  expect(guessesOf('Phone type|Algo', '5511933330001|5511933330002')).toEqual([null, 'number'])
  expect(guessesOf('Nome|Algo', 'Rita|Ana')).toEqual(['name', null])
})
