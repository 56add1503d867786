import { expect, test } from 'bun:test'
import { clientAddress } from './client-address'

test('the host’s own proxy is believed of whom it was called from, a stranger is not', () => {
  for (const proxy of ['127.0.0.1', '::1', '::ffff:172.18.0.1', '10.0.0.5', '192.168.1.1', 'fd00::1']) {
    expect(clientAddress(proxy, '203.0.113.7')).toBe('203.0.113.7')
    // What came before the proxy's own word was written by whoever called it.
    expect(clientAddress(proxy, '1.2.3.4, 203.0.113.7')).toBe('203.0.113.7')
    expect(clientAddress(proxy, null)).toBe(proxy)
  }
  for (const stranger of ['203.0.113.9', '172.32.0.1', '2001:db8::1']) {
    expect(clientAddress(stranger, '203.0.113.7')).toBe(stranger)
  }
})
