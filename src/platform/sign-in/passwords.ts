export interface PasswordCost {
  /** In KiB. */
  memoryCost: number
  timeCost: number
}

/** More than OWASP asks for: Bun's defaults. */
const defaultCost: PasswordCost = { memoryCost: 65_536, timeCost: 2 }

export type Passwords = ReturnType<typeof createPasswords>

export function createPasswords(cost = defaultCost) {
  const hash = (password: string) => Bun.password.hash(password, { algorithm: 'argon2id', ...cost })
  return {
    hash,
    /** Takes as long without a user, so that the time does not tell who exists. */
    async verify(password: string, passwordHash: string | undefined): Promise<boolean> {
      if (passwordHash) return Bun.password.verify(password, passwordHash)
      await hash('no such user')
      return false
    },
  }
}
