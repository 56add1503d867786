import { isBcrypt, costOfBcrypt, verifyBcrypt, workLikeBcrypt } from './bcrypt-hashes'

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
