const form = /^\$2[aby]\$(?<cost>\d\d)\$[./A-Za-z0-9]{53}$/

/** What other systems store; a higher cost would stop the host at each sign-in. */
const costMin = 4
const costMax = 12

/** Of a cost that may be verified here. */
export const isBcrypt = (hash: string) => {
  const cost = costOfBcrypt(hash)
  return cost >= costMin && cost <= costMax
}

export const costOfBcrypt = (hash: string) => Number(form.exec(hash)?.groups?.['cost'] ?? 0)

const bytesMax = 72

/** Bun hashes longer passwords before bcrypt; other systems cut them. */
export const verifyBcrypt = (password: string, hash: string) =>
  Bun.password.verify(new TextEncoder().encode(password).subarray(0, bytesMax), hash)

/** Costs double, so that the work of `from` and of all costs up to `to` is together that of `to`. */
export async function workLikeBcrypt(from: number, to: number) {
  if (from === 0 && to > 0) await bcrypt(to)
  else for (let cost = from; cost < to; cost++) await bcrypt(cost)
}

const bcrypt = (cost: number) => Bun.password.hash('nobody', { algorithm: 'bcrypt', cost })
