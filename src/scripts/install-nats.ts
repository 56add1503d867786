import { natsServerPath } from '../testing/cluster/nats-servers'
import { installDebianPackage } from './install-debian-package'

/** Installs the servers of NATS, without which the tests of several nodes are skipped. */
export async function installNats() {
  if (natsServerPath || (await installDebianPackage('nats-server'))) return
  console.log('Without nats-server, the tests of several nodes are skipped')
}
