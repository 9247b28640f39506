import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { exitCodes } from '#/server/cli/command-line.ts'

const root = join(import.meta.dirname, '..', '..')
const unit = readFileSync(join(root, 'ops', 'kasyr.service'), 'utf8')
const installed = '/opt/kasyr'
const analyze = '/usr/bin/systemd-analyze'
const valueOf = (name: string): string | undefined => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1]

describe('ops/kasyr.service', () => {
  test('runs as an account of its own, without a way to more rights and with nothing to write but its data', () => {
    expect(valueOf('User')).toBe('kasyr')
    expect(valueOf('Group')).toBe('kasyr')
    expect(unit).toContain('useradd --system')
    expect(valueOf('CapabilityBoundingSet')).toBe('')
    expect(valueOf('AmbientCapabilities')).toBe('')
    expect(valueOf('ProtectSystem')).toBe('strict')
    expect(unit).not.toMatch(/^ReadWritePaths=/m)
    for (const name of ['NoNewPrivileges', 'ProtectHome', 'PrivateTmp', 'PrivateDevices', 'RestrictSUIDSGID'])
      expect(valueOf(name), name).toBe('yes')
    expect(valueOf('UMask')).toBe('0077')
    expect(valueOf('SystemCallFilter')).toBe('@system-service')
  })

  test('keeps the data where the program is told to, no more open than it wants it', () => {
    expect(valueOf('Environment')).toBe(`KASYR_DATA_DIR=/var/lib/${valueOf('StateDirectory')}`)
    expect(valueOf('StateDirectoryMode')).toBe('0711')
  })

  test('names files, commands, settings and exit codes that there are', () => {
    expect(valueOf('WorkingDirectory')).toBe(installed)
    expect(valueOf('ExecStart')).toBe(`${installed}/kasyr serve`)
    for (const [path] of unit.matchAll(/(?:ops|scripts)\/[\w.-]+|\.env\.example/g))
      expect(existsSync(join(root, path)), path).toBe(true)
    const known = readFileSync(join(root, '.env.example'), 'utf8')
    for (const [name] of unit.matchAll(/\bKASYR_\w+/g)) expect(known).toContain(`#${name}=`)
    expect(valueOf('RestartPreventExitStatus')).toBe(String(exitCodes.misconfigured))
    expect(valueOf('EnvironmentFile')).toBe('-/etc/kasyr/kasyr.env')
  })

  test('leaves it to the program to stop its database', () => {
    expect(valueOf('KillMode')).toBe('mixed')
  })

  test.runIf(existsSync(analyze))('is understood by systemd', () => {
    const folder = mkdtempSync(join(tmpdir(), 'kasyr-unit-'))
    const path = join(folder, 'kasyr.service')
    // The account is the operator's to make, and the program lies here and not where it will be installed.
    writeFileSync(path, unit.replaceAll(installed, root))
    const { status, stdout, stderr } = spawnSync(analyze, ['verify', path], { encoding: 'utf8' })
    rmSync(folder, { recursive: true })
    expect(`${status} ${stdout}${stderr}`).toBe('0 ')
  })
})
