import Bowser from 'bowser'
import type { AuditChange } from '../../kernel/audit/audit.contract'

export interface DeviceName {
  /** Such as `Chrome`; empty for what is no known browser. */
  browser: string
  system: string
  kind: 'computer' | 'phone' | 'tablet'
}

/** Of a header that anybody may write. */
export function nameDevice(userAgent: string): DeviceName {
  if (userAgent === '') return { browser: '', system: '', kind: 'computer' }
  const device = Bowser.getParser(userAgent)
  const type = device.getPlatformType()
  return {
    browser: device.getBrowserName(),
    system: device.getOSName(),
    kind: type === 'mobile' ? 'phone' : type === 'tablet' ? 'tablet' : 'computer',
  }
}

/** For audit entries. */
export function deviceChange(userAgent: string): AuditChange[] {
  const { browser, system } = nameDevice(userAgent)
  const to = [browser, system].filter(Boolean).join(', ')
  return to === '' ? [] : [{ field: 'device', to }]
}
