import { expect, test } from 'bun:test'
import { markWords } from './mark-words'

const marked = (text: string, typed: string) =>
  markWords(text, typed).map((part) => (part.isMarked ? [part.text] : part.text))

test('marks words that begin with a searched one, regardless of case and accents', () => {
  expect(marked('…o PRAZO da entrega é de 5 dias, prázo curto', 'prazo dias')).toEqual([
    '…o ',
    ['PRAZO'],
    ' da entrega é de 5 ',
    ['dias'],
    ', ',
    ['prázo'],
    ' curto',
  ])
  expect(marked('Encomenda reenviada', 'envi')).toEqual(['Encomenda reenviada'])
  expect(marked('Encomenda enviada', 'envi')).toEqual(['Encomenda ', ['enviada']])
})

test('keeps a text without the words, and an empty one', () => {
  expect(marked('Olá 👋 <b>', 'preço')).toEqual(['Olá 👋 <b>'])
  expect(marked('', 'a')).toEqual([])
})
