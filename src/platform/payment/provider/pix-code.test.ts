import { expect, test } from 'bun:test'
import { createBrCode } from './payment-providers'
import { crc16 } from './payment-providers'
import { cleanTaxDocument, formatTaxDocument, isTaxDocument } from '../charge/charge.contract'

test('a static code has exactly the bytes that banks expect', () => {
  expect(
    createBrCode({
      pixKey: '123e4567-e12b-12d1-a456-426655440000',
      name: 'Casa Aurora',
      city: 'São Paulo',
      amount: 14990,
      txid: 'FAT0000042',
    }),
  ).toBe(
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865406149.905802BR5911CASA AURORA6009SAO PAULO62140510FAT00000426304214A',
  )
  // The sample of Banco Central's manual.
  const sample =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304'
  expect(crc16(sample)).toBe('1D3D')
})

test('a static code contains a name in capital letters, digits and spaces, truncated to fit', () => {
  const nameIn = (name: string) => createBrCode({ pixKey: 'a@b.test', name, city: name, amount: 100, txid: 'T1' })
  for (const [name, shown, city] of [
    ['Açaí & Cia *Ltda* 🍇', '5913ACAI CIA LTDA', '6013ACAI CIA LTDA'],
    ['Companhia Brasileira de Distribuição', '5925COMPANHIA BRASILEIRA DE D', '6015COMPANHIA BRASI'],
    ['🙂', '5903PIX', '6003PIX'],
  ] as const) {
    expect(nameIn(name)).toContain(shown)
    expect(nameIn(name)).toContain(city)
    expect(nameIn(name)).toMatch(/^[ -~]+$/)
  }
})

test('validates the digits of a CPF or CNPJ, with letters in a CNPJ, in any notation', () => {
  for (const right of [
    '529.982.247-25',
    '52998224725',
    '11.222.333/0001-81',
    '12.ABC.345/01DE-35',
    ' 12abc34501de35 ',
  ]) {
    expect([right, isTaxDocument(cleanTaxDocument(right))]).toEqual([right, true])
  }
  expect(['52998224725', '12ABC34501DE35', ''].map(formatTaxDocument)).toEqual([
    '529.982.247-25',
    '12.ABC.345/01DE-35',
    '',
  ])
  const wrong = [
    '',
    '1',
    '52998224724',
    '11111111111',
    '00000000000000',
    '11.222.333/0001-82',
    '12ABC34501DE36',
    '12ABC34501DEX5',
  ]
  for (const text of [...wrong, '5299822472５', '529982247250']) {
    expect([text, isTaxDocument(cleanTaxDocument(text))]).toEqual([text, false])
  }
})
