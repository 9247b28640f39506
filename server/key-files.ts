import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { givenKeys, keysOfFile, type EncryptionKeys, type FollowedKeys } from './platform/encryption/encryption-keys.ts'
import type { Logger } from './platform/log.ts'
import { closeFolder, closePrivateFile } from './platform/private-file.ts'

const keyFile = ({ data_dir }: Pick<Config, 'data_dir'>, name: string): string => join(data_dir, 'keys', name)

export const encryptionKeyFile = (config: Pick<Config, 'data_dir'>): string => keyFile(config, 'encryption.keys')

/** A copy of the data folder or a careless hand may have opened them; the log names each, so that its key can be replaced. */
export function closeKeyFiles(config: Config, log: Logger): string[] {
  closeFolder(join(config.data_dir, 'keys'), 0o700)
  const opened = ['encryption.keys', 'token.keys', 'postgres.password']
    .map((name) => keyFile(config, name))
    .filter(closePrivateFile)
  for (const file of opened) log.warn({ file }, 'others could read this key file; it is closed now, replace the key')
  return opened.map((file) => `Файл ключа ${file} могли читати інші; тепер лише ви. Замініть цей ключ.`)
}

export const encryptionKeysOf = (config: Config): EncryptionKeys =>
  config.encryption_keys ? givenKeys(config.encryption_keys) : keysOfFile(encryptionKeyFile(config))

export const tokenKeysOf = (config: Config): FollowedKeys =>
  config.token_keys ? givenKeys(config.token_keys) : keysOfFile(keyFile(config, 'token.keys'))

/** For a command that must not make keys where there are none. */
export const findEncryptionKeys = (config: Config): EncryptionKeys | null =>
  config.encryption_keys !== null || existsSync(encryptionKeyFile(config)) ? encryptionKeysOf(config) : null
