import { bad, type Check } from './examined-host'

export const backupCheck: Check = {
  name: 'backup',
  look: () => [bad('backupNone')],
}
