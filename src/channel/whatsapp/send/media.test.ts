import { expect, test } from 'bun:test'
import { hostedUrl } from './media'

test('fetches files from WhatsApp’s hosts only, whatever address a message names', () => {
  expect(hostedUrl('/v/t62.7118-24/1?ccb=11-4', {})).toBe('https://mmg.whatsapp.net/v/t62.7118-24/1?ccb=11-4')
  expect(hostedUrl('https://pps.whatsapp.net/v/1?x=2', {})).toBe('https://pps.whatsapp.net/v/1?x=2')
  expect(hostedUrl('@10.0.0.1/x', {})).toBe('https://mmg.whatsapp.net/@10.0.0.1/x')
  const other = [
    'http://mmg.whatsapp.net/x',
    'https://mmg.whatsapp.net:8080/x',
    'https://whatsapp.net.other.test/x',
    'https://elsewherewhatsapp.net/x',
    'https://mmg.whatsapp.net@10.0.0.1/x',
    '//169.254.169.254/latest/meta-data',
    'http://localhost:3000/tickets',
    'file:///etc/passwd',
    'https://',
  ]
  for (const address of other) expect(() => hostedUrl(address, {}), address).toThrow()
})

test('fetches the same paths from a configured replacement server', () => {
  const base = 'http://localhost:4000'
  expect(hostedUrl('/v/1?ccb=1', { base })).toBe('http://localhost:4000/v/1?ccb=1')
  expect(hostedUrl('https://mmg.whatsapp.net/v/1?ccb=1', { base })).toBe('http://localhost:4000/v/1?ccb=1')
})
