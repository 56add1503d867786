import { describe, expect, test } from 'bun:test'
import { findSlowTexts } from '../../testing/hostile/repetitive-text'
import { cutToSentence } from './ask-model'
import { whatsappMarks } from './whatsapp-marks'

describe('converts Markdown to WhatsApp’s formatting', () => {
  const cases: [string, string][] = [
    ['**Horário:** 9 às 18 h', '*Horário:* 9 às 18 h'],
    ['***Atenção***', '*Atenção*'],
    ['__Importante__ e snake__case__x', '*Importante* e snake__case__x'],
    ['~~R$ 20~~ R$ 15', '~R$ 20~ R$ 15'],
    ['# Preços #\n\n\n\n## **Bolos**', '*Preços*\n\n*Bolos*'],
    ['* um\n+ dois\n  * três\n- quatro', '- um\n- dois\n  - três\n- quatro'],
    [
      'Veja [o site](https://a.test/x_(1)) e [https://b.test](https://b.test)',
      'Veja [o site](https://a.test/x_(1)) e https://b.test',
    ],
    ['![foto](https://a.test/f.jpg) [aqui](https://a.test)', 'foto: https://a.test/f.jpg aqui: https://a.test'],
    ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
    ['a\n\n---\n\nb<br>c', 'a\n\nb\nc'],
    ['```js\n**x** # y\n```', '```\n**x** # y\n```'],
    ['2 * 3 * 4 = 24, *já em negrito*, _itálico_', '2 * 3 * 4 = 24, *já em negrito*, _itálico_'],
    ['Só *já em negrito* e ~riscado~', 'Só *já em negrito* e ~riscado~'],
    ['É *itálico*, (*assim*) e 2*3*4 ou 2 * 3 * 4', 'É _itálico_, (_assim_) e 2*3*4 ou 2 * 3 * 4'],
    ['**negrito** e *itálico* e _também_', '*negrito* e _itálico_ e _também_'],
    ['**um *dois* três** e *ação*', '*um _dois_ três* e _ação_'],
    ['* item *itálico*\n* **outro**', '- item _itálico_\n- *outro*'],
    ['## Um *dois* **três**', '*Um _dois_ três*'],
    ['`*x*` e `**y**` e *z*', '`*x*` e `**y**` e _z_'],
    ['*[o site](https://a.test)*', '_o site: https://a.test_'],
    ['5 * 3 e nota*\n*solto e * espaço *', '5 * 3 e nota*\n*solto e * espaço *'],
  ]
  test.each(cases)('%j', (markdown, expected) => expect(whatsappMarks(markdown)).toBe(expected))
})

describe('an answer cut at the token limit ends with', () => {
  const cases: [string, string][] = [
    ['Abrimos às 9 h. Fechamos às 18 h. No sábado, abri', 'Abrimos às 9 h. Fechamos às 18 h.'],
    ['Custa R$ 12.50 e *chega amanhã!* Depois', 'Custa R$ 12.50 e *chega amanhã!*'],
    ['Opções:\n1. Bolo\n2. To', 'Opções:\n1. Bolo'],
    ['uma frase sem fim que', 'uma frase sem fim…'],
    ['Inteira.', 'Inteira.'],
    ['palavra', 'palavra'],
  ]
  test.each(cases)('%j', (text, expected) => expect(cutToSentence(text)).toBe(expected))
})

test('reads long repetitive answers in linear time', () => {
  expect(findSlowTexts(whatsappMarks)).toEqual([])
  expect(findSlowTexts(cutToSentence)).toEqual([])
}, 120_000)
