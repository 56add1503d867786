export interface PasswordCost {
  /** In KiB. */
  memoryCost: number
  timeCost: number
}

/** More than OWASP asks for: Bun's defaults. */
const defaultCost: PasswordCost = { memoryCost: 65_536, timeCost: 2 }

export type Passwords = ReturnType<typeof createPasswords>

/** Takes as long for a user with an imported hash, one with our own and none, so that the time does not tell who exists or was imported. */
export function createPasswords(cost = defaultCost) {
  let importedCost = 0
  const hash = (password: string) => Bun.password.hash(password, { algorithm: 'argon2id', ...cost })

  let ofNobody: Promise<string> | undefined
  /** Verifying takes a little less than hashing. */
  const workLikeOwn = async (password: string) =>
    void (await Bun.password.verify(password, await (ofNobody ??= hash('no such user'))))

  async function verifyImported(password: string, passwordHash: string) {
    const own = costOfBcrypt(passwordHash)
    importedCost = Math.max(importedCost, own)
    const right = await verifyBcrypt(password, passwordHash)
    await workLikeBcrypt(own, importedCost)
    await workLikeOwn(password)
    return right
  }

  return {
    hash,
    /** An imported hash becomes one of ours when its password is known. */
    isOutdated: isBcrypt,
    /** Imported users of this cost exist: everybody's verification includes its work from now on. */
    noteImported(passwordHashes: Iterable<string>) {
      for (const each of passwordHashes) if (isBcrypt(each)) importedCost = Math.max(importedCost, costOfBcrypt(each))
    },
    async verify(password: string, passwordHash: string | undefined): Promise<boolean> {
      if (passwordHash && isBcrypt(passwordHash)) return verifyImported(password, passwordHash)
      const right = passwordHash?.startsWith('$argon2')
        ? await Bun.password.verify(password, passwordHash)
        : (await workLikeOwn(password), false)
      await workLikeBcrypt(0, importedCost)
      return right
    },
  }
}

const form = /^\$2[aby]\$(?<cost>\d\d)\$[./A-Za-z0-9]{53}$/

/** What other systems store; a higher cost would stop the host at each sign-in. */
const costMin = 4
const costMax = 12

/** Of a cost that may be verified here. */
const isBcrypt = (hash: string) => {
  const cost = costOfBcrypt(hash)
  return cost >= costMin && cost <= costMax
}

const costOfBcrypt = (hash: string) => Number(form.exec(hash)?.groups?.['cost'] ?? 0)

const bytesMax = 72

/** Bun hashes longer passwords before bcrypt; other systems cut them. */
const verifyBcrypt = (password: string, hash: string) =>
  Bun.password.verify(new TextEncoder().encode(password).subarray(0, bytesMax), hash)

/** Costs double, so that the work of `from` and of all costs up to `to` is together that of `to`. */
async function workLikeBcrypt(from: number, to: number) {
  if (from === 0 && to > 0) await bcrypt(to)
  else for (let cost = from; cost < to; cost++) await bcrypt(cost)
}

const bcrypt = (cost: number) => Bun.password.hash('nobody', { algorithm: 'bcrypt', cost })
