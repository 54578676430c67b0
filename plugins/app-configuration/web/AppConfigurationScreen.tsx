// How the administrators of the app log in: rules, and single sign-on with a test of it.
import { observer } from "mobx-react-lite";
import { useEffect } from "react";
import { useSearchParams } from "react-router-dom";
import { answerIn, Page, ProblemView, Skeleton, t, useStore } from "#web";
import { RulesForm } from "./RulesForm.tsx";
import { SsoPanel } from "./SsoPanel.tsx";
import { AppConfigurationStore } from "./store.ts";

/** An administrator comes back from the provider's page: what it answered is taken up once and leaves the address. */
function useReturn(): void {
  const store = useStore(AppConfigurationStore);
  const [params, setParams] = useSearchParams();
  useEffect(() => {
    const answer = answerIn(`?${params}`);
    if (!answer) return;
    setParams({}, { replace: true });
    void store.finishTest(answer);
  }, [params, setParams, store]);
}

export const AppConfigurationScreen = observer(function AppConfigurationScreen() {
  const store = useStore(AppConfigurationStore);
  useReturn();
  useEffect(() => {
    void store.load();
    void store.loadSso();
  }, [store]);
  const { rules, loading, sso, loadingSso } = store;
  const problem = loading.problem ?? loadingSso.problem;
  const retry = () => {
    void store.load();
    void store.loadSso();
  };
  return (
    <Page title={t("app-configuration:title")} help={t("app-configuration:help")} width="form">
      {problem && !(rules && sso) ? (
        <ProblemView problem={problem} retry={retry} />
      ) : rules && sso ? (
        <>
          <RulesForm rules={rules} />
          <SsoPanel view={sso} />
        </>
      ) : (
        <Skeleton />
      )}
    </Page>
  );
});
