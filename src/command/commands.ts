import type { Command } from './command'
import { backup } from './backup'
import { connectionImport } from './connection-import'
import { doctor } from './doctor'
import { erase } from './erase'
import { exportCommand } from './export'
import { health } from './health'
import { goLive } from './go-live'
import { importCommand } from './import'
import { importChatwoot, importWhaticket } from './import-system'
import { install } from './install'
import { rehearse } from './rehearse'
import { superCreate } from './super-create'
import { personErase, personExport } from './person'
import { restore } from './restore'
import { restoreAllCommand, restoreCatalogCommand } from './restore-all'
import { move } from './move'
import { mediaMove } from './media-move'
import { upgrade } from './upgrade'
import { resetPassword } from './user-reset-password'
import { resetTwoFactor } from './user-reset-two-factor'

/** In the order of `recado help`. */
export const commands: readonly Command[] = [
  backup,
  restore,
  restoreAllCommand,
  restoreCatalogCommand,
  exportCommand,
  importCommand,
  importWhaticket,
  importChatwoot,
  goLive,
  doctor,
  resetPassword,
  resetTwoFactor,
  superCreate,
  connectionImport,
  erase,
  personExport,
  personErase,
  mediaMove,
  move,
  health,
  install,
  upgrade,
  rehearse,
]
