// The file with its findings, a draft beside it, and what an audience would see before and after.
import { observer } from "mobx-react-lite";
import { useEffect, useRef, useState } from "react";
import type { Finding } from "#schemas/core.ts";
import type { NavConfig } from "#schemas/nav.ts";
import {
  Button,
  Page,
  Panel,
  ProblemView,
  roleText,
  Skeleton,
  t,
  useAddress,
  useEnv,
  useNavPreview,
  useStore,
} from "#web";
import { DRAFT_LIMIT, type RoleFacts } from "../contract.ts";
import { AudiencePanel } from "./AudiencePanel.tsx";
import { type Audience, audienceAddress, audienceIn, factsOf } from "./audience.ts";
import { Comparison } from "./Comparison.tsx";
import { compare, tallyOf } from "./compare.ts";
import { DraftEditor } from "./DraftEditor.tsx";
import { FindingList } from "./FindingList.tsx";
import { Reach } from "./Reach.tsx";
import { NavToolStore } from "./store.ts";
import { useJudgement } from "./useJudgement.ts";

const NONE: readonly Finding[] = [];

export const NavToolScreen = observer(function NavToolScreen() {
  const store = useStore(NavToolStore);
  const preview = useNavPreview();
  const { now, settings } = useEnv();
  const [goTo, setGoTo] = useState<{ line: number; column: number }>();
  const [params, change] = useAddress();
  const usual: Audience = {
    roleId: 299,
    permissions: undefined,
    flags: preview.flags,
    event: "before",
    format: "in_person",
    environment: settings.environment,
    today: now().toISOString().slice(0, 10),
  };
  const audience = audienceIn(params, usual, store.roles);
  const setAudience = (next: Audience) => change(audienceAddress(next, usual), { replace: true });
  useEffect(() => void store.load(), [store]);
  useJudgement(store);

  const { now: served, drawn, roles } = store;
  // Of a text that is too long nothing is known.
  const judged = store.isTooLong ? undefined : store.judged;
  if (store.loading.problem && store.file === undefined) {
    return (
      <Page title={t("nav-tool:title")}>
        <ProblemView problem={store.loading.problem} retry={() => void store.load()} />
      </Page>
    );
  }
  if (store.file === undefined) {
    return (
      <Page title={t("nav-tool:title")}>
        <Skeleton rows={12} />
      </Page>
    );
  }
  const role = roles.find(({ id }) => id === audience.roleId);
  const compared = served?.config && drawn && differences(served.config, drawn, audience, roles, preview);
  return (
    <Page title={t("nav-tool:title")} help={t("nav-tool:help")} actions={<DraftActions />}>
      <div className="nav-tool">
        <div>
          <Panel title={t("nav-tool:draft")} help={t("nav-tool:draft.help")} flush>
            <DropZone onText={store.setDraft}>
              <DraftEditor
                label={t("nav-tool:draft")}
                text={store.draft}
                findings={judged?.findings ?? NONE}
                entries={preview.entries}
                flags={preview.flags}
                goTo={goTo}
                onChange={store.setDraft}
              />
            </DropZone>
          </Panel>
          <Panel title={t("nav-tool:findings")}>
            {store.isTooLong && <p role="alert">{t("nav-tool:draft.tooLong", { limit: DRAFT_LIMIT })}</p>}
            {store.checking.problem && (
              <ProblemView problem={store.checking.problem} retry={() => void store.check()} />
            )}
            <FindingList
              findings={judged?.findings ?? NONE}
              isJudged={store.isJudged}
              isDrawn={judged?.config !== undefined}
              onGo={({ line, column }) => setGoTo({ line, column })}
            />
            {store.isChanged && served && (
              <p className="nav-tool-served">{t("nav-tool:served", { count: served.findings.length })}</p>
            )}
          </Panel>
        </div>
        <div>
          <AudiencePanel audience={audience} roles={store.roles} flags={preview.flags} onChange={setAudience} />
          {compared && (
            <>
              <Reach
                tallies={compared.tallies}
                selected={audience.roleId}
                onSelect={(roleId) => setAudience({ ...audience, roleId, permissions: undefined })}
              />
              <Comparison compared={compared.chosen} role={role ? roleText(role) : ""} />
            </>
          )}
        </div>
      </div>
    </Page>
  );
});

/** What changes for the chosen audience, and for every role in its place with the permissions of that role. */
function differences(
  before: NavConfig,
  after: NavConfig,
  audience: Audience,
  roles: readonly RoleFacts[],
  { arrange, flags }: ReturnType<typeof useNavPreview>,
) {
  const of = (one: Audience) => {
    const facts = factsOf(one, roles, flags);
    return compare(arrange(before, facts), arrange(after, facts));
  };
  const chosen = of(audience);
  const tallies = roles.map((role) => ({
    role,
    tally: tallyOf(role.id === audience.roleId ? chosen : of({ ...audience, roleId: role.id, permissions: undefined })),
  }));
  return { chosen, tallies };
}

const DraftActions = observer(function DraftActions() {
  const store = useStore(NavToolStore);
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        hidden
        onChange={async (event) => {
          const file = event.target.files?.[0];
          event.target.value = "";
          if (file) store.setDraft(await file.text());
        }}
      />
      <Button disabled={!store.isChanged} onClick={() => store.setDraft(store.file ?? "")}>
        {t("nav-tool:draft.reset")}
      </Button>
      <Button tone="primary" onClick={() => input.current?.click()}>
        {t("nav-tool:draft.open")}
      </Button>
    </>
  );
});

/** Takes a file that is dropped anywhere on the editor. */
function DropZone({ onText, children }: { onText: (text: string) => void; children: React.ReactNode }) {
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button opens the same file by keyboard
    <div
      className={isOver ? "nav-tool-drop nav-tool-over" : "nav-tool-drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDropCapture={async (event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file) onText(await file.text());
      }}
    >
      {children}
    </div>
  );
}
